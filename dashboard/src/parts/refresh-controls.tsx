// Whether a list looks for new rows by itself, and a button to look now.

import { ActionIcon, Group, Switch, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface RefreshControlsProps {
  isLive: boolean;
  onLiveChange: (isLive: boolean) => void;
  isFetching: boolean;
  onRefresh: () => void;
}

export function RefreshControls({ isLive, onLiveChange, isFetching, onRefresh }: RefreshControlsProps) {
  const { t } = useTranslation();
  return (
    <Group gap="md">
      <Tooltip label={t('list.live_hint')} multiline maw={280}>
        <Switch
          label={t('list.live')}
          checked={isLive}
          onChange={(event) => onLiveChange(event.currentTarget.checked)}
        />
      </Tooltip>
      <Tooltip label={t('action.refresh')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('action.refresh')}
          loading={isFetching && !isLive}
          onClick={onRefresh}
        >
          <IconRefresh size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
