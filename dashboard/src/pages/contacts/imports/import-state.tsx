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

const wordOf = ({ state, is_dry_run }: ContactImport) => {
  if (!is_dry_run) return state;
  if (state === 'done') return 'checked';
  return state === 'running' ? 'checking' : state;
};

/** A check imports nothing: neither while it runs nor when it is over. */
export function ImportStateBadge({ job }: { job: ContactImport }) {
  const { t } = useTranslation();
  const isChecked = job.is_dry_run && job.state === 'done';
  return (
    <StatusBadge color={isChecked ? 'yellow' : colors[job.state]}>
      {t(`import_state.${wordOf(job)}`)}
    </StatusBadge>
  );
}
