// One message: its text as the person sees it, where it stands, and the request that made it.

import type { Message } from '@hudhud/contract/messages.ts';
import { Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../parts/detail-drawer.tsx';
import { Field, FieldList } from '../../parts/field-list.tsx';
import { rememberOpened } from '../../parts/first-steps.ts';
import { CopyableId, LeftToRight } from '../../parts/left-to-right.tsx';
import { MessageBubble } from '../../parts/message-bubble.tsx';
import { MomentLine } from '../../parts/moment.tsx';
import { RouteButton, RouteLink } from '../../parts/route-link.tsx';
import { MessageStatusBadge } from '../../parts/status-badge.tsx';
import { watchedMessageQuery } from '../../queries/messages.ts';

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
      {(message) => <Details message={message} />}
    </DetailDrawer>
  );
}

function Details({ message }: { message: Message }) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg" pb="xl">
      <Group gap="sm">
        <MessageStatusBadge status={message.status} />
        <Text size="sm" c="dimmed">
          {t(`status_hint.${message.status}`)}
        </Text>
      </Group>
      <MessageBubble text={message.message} isOwn={message.direction === 'out'} />
      <FieldList>
        <Field name={t('message.phone_number')}>
          <CopyableId id={message.phone_number} what={t('message.phone_number')} />
        </Field>
        <Field name={t('message.direction')}>{t(`direction.${message.direction}`)}</Field>
        <Field name={t('message.id')}>
          <CopyableId id={message.id} what={t('message.id')} />
        </Field>
        {message.request_id && (
          <Field name={t('message.made_by')}>
            <RouteLink to="/event-monitor/$requestId" params={{ requestId: message.request_id }}>
              <LeftToRight mono>{message.request_id}</LeftToRight>
            </RouteLink>
          </Field>
        )}
        <Field name={t('message.created')}>
          <MomentLine at={message.created_at} />
        </Field>
        <Field name={t('message.updated')}>
          <MomentLine at={message.updated_at} />
        </Field>
        <Field name={t('message.type')}>
          <LeftToRight mono>{message.type}</LeftToRight>
        </Field>
        <Field name={t('message.provider')}>
          <LeftToRight mono>{message.provider}</LeftToRight>
        </Field>
      </FieldList>
      <RouteButton
        to="/send"
        search={{ to: message.phone_number }}
        variant="default"
        w="fit-content"
        leftSection={<IconSend size={16} className="flip" />}
      >
        {t('message.send_again')}
      </RouteButton>
    </Stack>
  );
}
