// What an import is doing, as a badge.

import type { ContactImport } from '@hudhud/contract/imports.ts';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../parts/state/status-badge.tsx';

const colors: Record<ContactImport['state'], string> = {
  uploaded: 'gray',
  queued: 'blue',
  running: 'blue',
  done: 'teal',
  failed: 'red',
  cancelled: 'gray',
};

/** A check is over, but nothing is imported. */
export function ImportStateBadge({ job }: { job: ContactImport }) {
  const { t } = useTranslation();
  const isChecked = job.is_dry_run && job.state === 'done';
  return (
    <StatusBadge color={isChecked ? 'yellow' : colors[job.state]}>
      {isChecked ? t('import_state.checked') : t(`import_state.${job.state}`)}
    </StatusBadge>
  );
}
