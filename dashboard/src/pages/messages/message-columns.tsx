// The columns of the message list, and its row on a phone.

import type { Message } from '@hudhud/contract/messages.ts';
import { Group, Stack, Text } from '@mantine/core';
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FailureTitle } from '../../parts/error/failure-alert.tsx';
import type { RecordColumn } from '../../parts/list/record-table.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { MessageStatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { tip } from '../../parts/text/shared-tooltip.tsx';
import { MomentAgo, MomentCell } from '../../parts/time/moment.tsx';

export function useMessageColumns(): RecordColumn<Message>[] {
  const { t } = useTranslation();
  return [
    { accessor: 'created_at', title: t('message.created'), width: 150, render: Created },
    { accessor: 'phone_number', title: t('message.phone_number'), width: 210, render: Person },
    { accessor: 'message', title: t('message.text'), render: Preview },
    { accessor: 'status', title: t('message.status'), width: 240, render: Status },
  ];
}

const Created = ({ created_at }: Message) => <MomentCell at={created_at} />;
const Person = (message: Message) => <MessageLink message={message} />;
const Status = ({ status, failure, schedule_at }: Message) => (
  <Stack gap={2} align="flex-start">
    <MessageStatusBadge status={status} />
    {status === 'queued' && schedule_at && <MomentAgo at={schedule_at} />}
    {failure && (
      <Text size="xs" c="dimmed" lineClamp={1}>
        <FailureTitle failure={failure} />
      </Text>
    )}
  </Stack>
);

const Preview = ({ message }: Message) => (
  <Text size="sm" lineClamp={2} dir="auto" className="preview" style={{ overflowWrap: 'anywhere' }}>
    {message}
  </Text>
);

function MessageLink({ message }: { message: Message }) {
  const { t } = useTranslation();
  const Arrow = message.direction === 'out' ? IconArrowUpRight : IconArrowDownLeft;
  const direction = t(`direction.${message.direction}`);
  return (
    <Group gap={6} wrap="nowrap">
      <Arrow
        size={16}
        role="img"
        aria-label={direction}
        className="flip"
        style={{ flexShrink: 0 }}
        {...tip(direction)}
      />
      <RouteLink
        to="/messages/$messageId"
        params={{ messageId: message.id }}
        search={true}
        size="sm"
        c="inherit"
        fw={550}
      >
        <LeftToRight>{message.phone_number || message.username || message.user_id}</LeftToRight>
        {message.contact_name && (
          <Text size="xs" c="dimmed" fw={400} truncate maw={160}>
            <bdi>{message.contact_name}</bdi>
          </Text>
        )}
      </RouteLink>
    </Group>
  );
}

export function MessagePhoneRow({ message }: { message: Message }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <MessageLink message={message} />
        <MomentAgo at={message.created_at} />
      </Group>
      <Preview {...message} />
      <Status {...message} />
    </Stack>
  );
}
