// The bell itself, with the number of unread alerts: alone until it is pressed, then with the list that it opens.

import { ActionIcon, Indicator } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface BellButtonProps {
  unread: number;
  isOpen?: boolean;
  onPress: () => void;
}

export function BellButton({ unread, isOpen = false, onPress }: BellButtonProps) {
  const { t } = useTranslation();
  return (
    <Indicator
      inline
      disabled={unread === 0}
      color="red"
      size={16}
      offset={6}
      label={unread > 99 ? '99+' : String(unread)}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={unread === 0 ? t('bell.open') : t('bell.open_unread', { count: unread })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onPress}
      >
        <IconBell size={20} stroke={1.7} />
      </ActionIcon>
    </Indicator>
  );
}
