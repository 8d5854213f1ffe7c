// Opens the form of one thing in a list of several.

import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface EditButtonProps {
  /** Names the edited thing, for readers who cannot see where the button stands. */
  label: string;
  /** Instead of Edit. */
  word?: string;
  onClick: () => void;
}

export function EditButton({ label, word, onClick }: EditButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPencil size={14} />}
      aria-label={label}
      onClick={onClick}
    >
      {word ?? t('action.edit')}
    </Button>
  );
}
