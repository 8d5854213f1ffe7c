// What became of the message that was just sent, followed until it comes to rest.

import type { SendAnswer } from '@hudhud/contract/messages.ts';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CopyableId } from '../../parts/left-to-right.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RouteButton } from '../../parts/route-link.tsx';
import { MessageStatusBadge } from '../../parts/status-badge.tsx';
import { watchedMessageQuery } from '../../queries/messages.ts';

export function SendResult({ answer }: { answer: SendAnswer }) {
  const { t } = useTranslation();
  const message = useQuery(watchedMessageQuery(answer.message_id)).data;
  const status = message?.status ?? answer.status;
  return (
    <Panel
      title={answer.status === 'sent' ? t('send.done_sent') : t('send.done_queued')}
      aside={<MessageStatusBadge status={status} />}
    >
      <Stack gap="sm">
        <Text size="sm" component="div">
          <CopyableId id={answer.message_id} what={t('message.id')} />
        </Text>
        <Text size="sm" c="dimmed">
          {t(`status_hint.${status}`)}
        </Text>
        <Group gap="sm">
          <RouteButton
            variant="default"
            size="xs"
            to="/messages/$messageId"
            params={{ messageId: answer.message_id }}
          >
            {t('action.open_message')}
          </RouteButton>
          {message?.request_id && (
            <RouteButton
              variant="default"
              size="xs"
              to="/event-monitor/$requestId"
              params={{ requestId: message.request_id }}
            >
              {t('action.open_request')}
            </RouteButton>
          )}
        </Group>
      </Stack>
    </Panel>
  );
}
