// Links to what came of a request that was sent again: the new request, and the message where it made one.

import type { RetryAnswer } from '@hudhud/contract/requests.ts';
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SmallRouteButton } from '../../parts/page/route-link.tsx';
import { messageIdIn } from './retry-answer.ts';

export function RetryLinks({ answer: { request_id, answer } }: { answer: RetryAnswer }) {
  const { t } = useTranslation();
  const messageId = messageIdIn(answer);
  return (
    <Group gap="sm">
      <SmallRouteButton to="/event-monitor/$requestId" params={{ requestId: request_id }} search={true}>
        {t('retry.new_request')}
      </SmallRouteButton>
      {messageId && (
        <SmallRouteButton to="/messages/$messageId" params={{ messageId }}>
          {t('action.open_message')}
        </SmallRouteButton>
      )}
    </Group>
  );
}
