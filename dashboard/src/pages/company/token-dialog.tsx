// A security token that is shown this once.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ShownOnceDialog } from '../../parts/form/shown-once-dialog.tsx';

interface TokenDialogProps {
  token: string | null;
  children?: ReactNode;
  onClose: () => void;
}

export function TokenDialog({ token, children, onClose }: TokenDialogProps) {
  const { t } = useTranslation();
  return (
    <ShownOnceDialog
      title={t('token.title')}
      hint={t('token.once_hint')}
      name={t('token.name')}
      secret={token}
      onClose={onClose}
    >
      {children}
    </ShownOnceDialog>
  );
}
