// Whether a list shows new rows by itself, and a button to look now.

import { ActionIcon, Group, Switch, Text, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StreamState } from './use-list-stream.ts';

interface RefreshControlsProps {
  isLive: boolean;
  onLiveChange: (isLive: boolean) => void;
  /** The state of the gateway's stream, where the list has one. */
  stream?: StreamState;
  isFetching: boolean;
  onRefresh: () => void;
}

export function RefreshControls(props: RefreshControlsProps) {
  const { isLive, onLiveChange, stream = 'off', isFetching, onRefresh } = props;
  const { t } = useTranslation();
  return (
    <Group gap="md">
      {/* Always there, to be read out when it changes; while it is empty it takes no room. */}
      <Text size="xs" c="dimmed" role="status" {...(stream !== 'interrupted' && { pos: 'absolute' })}>
        {stream === 'interrupted' && t('list.interrupted')}
      </Text>
      <Tooltip label={t(stream === 'open' ? 'list.streaming_hint' : 'list.live_hint')} multiline maw={280}>
        <Switch
          label={t('list.live')}
          checked={isLive}
          data-stream={stream}
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
