// The columns of a campaign's people, and a row on a phone.

import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '../../../parts/list/record-table.tsx';
import { RouteLink } from '../../../parts/page/route-link.tsx';
import { LeftToRight } from '../../../parts/text/left-to-right.tsx';
import { MomentCell } from '../../../parts/time/moment.tsx';
import type { RecipientRow } from '../../../queries/campaigns.ts';
import { RecipientStateBadge } from '../campaign-looks.tsx';
import { ReasonTitle } from '../reason-words.tsx';

export function useRecipientColumns(): RecordColumn<RecipientRow>[] {
  const { t } = useTranslation();
  return [
    { accessor: 'position', title: t('recipients.place'), width: 90 },
    {
      accessor: 'phone_number',
      title: t('recipients.person'),
      width: 230,
      render: (one) => <Person recipient={one} />,
    },
    { accessor: 'state', title: t('filter.state'), render: (one) => <State recipient={one} /> },
    {
      accessor: 'sent_at',
      title: t('recipients.latest'),
      width: 160,
      render: (one) => <Latest recipient={one} />,
    },
  ];
}

interface RecipientProps {
  recipient: RecipientRow;
}

function Person({ recipient: { phone_number, name, contact_id } }: RecipientProps) {
  const words = (
    <>
      <LeftToRight>{phone_number}</LeftToRight>
      {name !== null && (
        <Text size="xs" c="dimmed" fw={400} truncate maw={200}>
          <bdi>{name}</bdi>
        </Text>
      )}
    </>
  );
  if (contact_id === null) {
    return (
      <Text component="div" size="sm" fw={550}>
        {words}
      </Text>
    );
  }
  return (
    <RouteLink to="/contacts/$contactId" params={{ contactId: contact_id }} size="sm" c="inherit" fw={550}>
      {words}
    </RouteLink>
  );
}

function State({ recipient: { state, reason, error, message_id, replied_at } }: RecipientProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={2} align="flex-start">
      <Group gap="xs">
        <RecipientStateBadge state={state} />
        {replied_at !== null && (
          <Text size="xs" c="dimmed">
            {t('recipients.replied')}
          </Text>
        )}
        {message_id !== null && (
          <RouteLink to="/messages/$messageId" params={{ messageId: message_id }} size="xs">
            {t('action.open_message')}
          </RouteLink>
        )}
      </Group>
      {reason !== null && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          <ReasonTitle reason={reason} error={error} />
        </Text>
      )}
    </Stack>
  );
}

/** The latest that is known of a message. */
function Latest({ recipient }: RecipientProps) {
  const at = recipient.failed_at ?? recipient.read_at ?? recipient.delivered_at ?? recipient.sent_at;
  return at === null ? '—' : <MomentCell at={at} />;
}

export function RecipientPhoneRow({ recipient }: RecipientProps) {
  return (
    <Stack gap={4}>
      <Person recipient={recipient} />
      <State recipient={recipient} />
    </Stack>
  );
}
