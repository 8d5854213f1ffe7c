// What else there is to say about one entry of a message's story: links, who and when, and why it did not work.

import type { Failure } from '@hudhud/contract/failure.ts';
import { type MessageStatus, messageStatuses } from '@hudhud/contract/states.ts';
import type { TimelineEntry } from '@hudhud/contract/timeline.ts';
import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureTitle } from '../../parts/error/failure-alert.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { useEventName } from '../../parts/state/event-name.ts';
import { HttpStatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { Moment } from '../../parts/time/moment.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';

export function EntryMore({ entry }: { entry: TimelineEntry }) {
  switch (entry.kind) {
    case 'request':
      return <RequestMore entry={entry} />;
    case 'stored':
      return <StoredMore entry={entry} />;
    case 'routed':
      return <SenderLine id={entry.sender_id} name={entry.sender_name} />;
    case 'fallback':
      return (
        <Text size="sm" c="dimmed">
          <bdi>{entry.message}</bdi>
        </Text>
      );
    case 'call':
      return <CallMore entry={entry} />;
    case 'delivery':
      return <DeliveryMore entry={entry} />;
    case 'status':
      return entry.failure && <FailureLine failure={entry.failure} />;
  }
}

type EntryOf<Kind extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: Kind }>;

function RequestMore({ entry }: { entry: EntryOf<'request'> }) {
  return (
    <RouteLink to="/event-monitor/$requestId" params={{ requestId: entry.request_id }} size="sm">
      <LeftToRight mono>
        {entry.method} {entry.path}
      </LeftToRight>
    </RouteLink>
  );
}

function StoredMore({ entry }: { entry: EntryOf<'stored'> }) {
  const { t } = useTranslation();
  return (
    <>
      {entry.sender_id && <SenderLine id={entry.sender_id} name={entry.sender_name} />}
      {entry.schedule_at && (
        <Text size="sm">
          {t('message.schedule_at')}: <Moment at={entry.schedule_at} />
        </Text>
      )}
    </>
  );
}

function SenderLine({ id, name }: { id: string; name: string | null }) {
  const { t } = useTranslation();
  return (
    <Text size="sm" component="div">
      {t('message.sender')}:{' '}
      <RouteLink to="/senders/$senderId" params={{ senderId: id }} size="sm">
        <bdi>{name ?? id}</bdi>
      </RouteLink>
    </Text>
  );
}

function DeliveryMore({ entry }: { entry: EntryOf<'delivery'> }) {
  const { t } = useTranslation();
  const nameOf = useEventName();
  const isStatus = (status: string | null): status is MessageStatus =>
    messageStatuses.some((known) => known === status);
  return (
    <Group gap="xs">
      <Text size="sm">
        {nameOf(entry.event)}
        {isStatus(entry.status) && `: ${t(`status.${entry.status}`)}`}
      </Text>
      {entry.answer_status !== null && <HttpStatusBadge status={entry.answer_status} />}
      <RouteLink to="/deliveries/$deliveryId" params={{ deliveryId: entry.delivery_id }} size="sm">
        {t('action.open_delivery')}
      </RouteLink>
    </Group>
  );
}

function CallMore({ entry }: { entry: EntryOf<'call'> }) {
  const { t } = useTranslation();
  const text = useTimeText();
  return (
    <>
      <Group gap="xs" my={2}>
        {entry.status === null ? null : <HttpStatusBadge status={entry.status} />}
        <Text size="xs" c="dimmed">
          {text.duration(entry.duration_ms)}
        </Text>
        <RouteLink to="/calls/$callId" params={{ callId: entry.call_id }} size="sm">
          {t('action.open_call')}
        </RouteLink>
      </Group>
      {entry.failure && <FailureLine failure={entry.failure} />}
    </>
  );
}

/** Short: the message's own failure is explained above its story, that of a call on its page. */
function FailureLine({ failure }: { failure: Failure }) {
  return (
    <Text size="sm">
      <FailureTitle failure={failure} />{' '}
      <Text span size="xs" c="dimmed">
        <LeftToRight mono>{failure.code}</LeftToRight>
      </Text>
    </Text>
  );
}
