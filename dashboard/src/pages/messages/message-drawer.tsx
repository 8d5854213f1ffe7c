// One message, one story: its text as the person sees it, where it stands and why, what can be done, and how it came
// to that.

import type { Message } from '@hudhud/contract/messages.ts';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageBubble } from '../../parts/chat/chat-bubble.tsx';
import { contentOfMessage } from '../../parts/chat/content-from-api.ts';
import { FailureAlert } from '../../parts/error/failure-alert.tsx';
import { rememberOpened } from '../../parts/form/first-steps.ts';
import { DetailDrawer } from '../../parts/page/detail-drawer.tsx';
import { MessageStatusBadge } from '../../parts/state/status-badge.tsx';
import { watchedMessageQuery } from '../../queries/messages.ts';
import { MessageActions } from './message-actions.tsx';
import { MessageFields } from './message-fields.tsx';
import { MessageTimeline } from './message-timeline.tsx';

const route = getRouteApi('/app/messages/$messageId');

export function MessageDrawer() {
  const { t } = useTranslation();
  const { messageId } = route.useParams();
  const navigate = route.useNavigate();
  const query = useQuery(watchedMessageQuery(messageId));
  useEffect(() => rememberOpened('message'), []);
  return (
    <DetailDrawer
      title={t('message.title')}
      query={query}
      onClosed={() => void navigate({ to: '/messages', search: true })}
    >
      {(message) => <Details key={message.id} message={message} />}
    </DetailDrawer>
  );
}

function Details({ message }: { message: Message }) {
  const { t } = useTranslation();
  const isOver = message.status === 'failed' || message.status === 'expired';
  return (
    <Stack gap="lg" pb="xl">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <MessageStatusBadge status={message.status} />
        <Text size="sm" c="dimmed">
          {t(`status_hint.${message.status}`)}
        </Text>
      </Group>
      {message.failure && <FailureAlert failure={message.failure} color={isOver ? 'red' : 'yellow'} />}
      <MessageBubble content={contentOfMessage(message)} isOwn={message.direction === 'out'} />
      <MessageActions message={message} />
      <MessageTimeline message={message} />
      <MessageFields message={message} />
    </Stack>
  );
}
