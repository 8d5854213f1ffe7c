// The columns of the list of calls, and its row on a phone.

import type { CallSummary } from '@hudhud/contract/calls.ts';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordColumn } from '../../parts/list/record-table.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { CallOutcomeBadge } from '../../parts/state/call-outcome.tsx';
import { HttpStatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentAgo, MomentCell } from '../../parts/time/moment.tsx';
import { duration } from '../../parts/time/times.ts';

export function useCallColumns(): RecordColumn<CallSummary>[] {
  const { t } = useTranslation();
  return [
    { accessor: 'started_at', title: t('call.started'), width: 140, render: Started },
    { accessor: 'url', title: t('call.call'), render: CallLine },
    { accessor: 'status', title: t('call.status'), width: 110, render: Status },
    { accessor: 'outcome', title: t('call.outcome'), width: 170, render: Outcome },
    { accessor: 'attempt', title: t('call.attempt'), width: 90, render: Attempt },
    { accessor: 'duration_ms', title: t('call.duration'), width: 90, render: Duration },
  ];
}

const Started = ({ started_at }: CallSummary) => <MomentCell at={started_at} />;
const CallLine = (call: CallSummary) => <CallLink call={call} />;
const Status = ({ status }: CallSummary) => <AnswerStatus status={status} />;
const Duration = ({ duration_ms }: CallSummary) => <DurationText milliseconds={duration_ms} />;
const Attempt = ({ attempt }: CallSummary) => <Text size="sm">{attempt}</Text>;

const Outcome = ({ outcome, failure_code }: CallSummary) => (
  <Stack gap={2} align="flex-start">
    <CallOutcomeBadge outcome={outcome} />
    {failure_code && (
      <Text size="xs" c="dimmed">
        <LeftToRight mono>{failure_code}</LeftToRight>
      </Text>
    )}
  </Stack>
);

export function AnswerStatus({ status }: { status: number | null }) {
  const { t } = useTranslation();
  if (status !== null) return <HttpStatusBadge status={status} />;
  return (
    <Text size="sm" c="dimmed">
      {t('call.no_answer')}
    </Text>
  );
}

/** Host and path are what tells calls apart; the scheme only takes room. */
const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '');

/** The way into the details for the keyboard; the mouse may click anywhere in the row. */
function CallLink({ call }: { call: CallSummary }) {
  const { t } = useTranslation();
  return (
    <Stack gap={0}>
      <RouteLink to="/calls/$callId" params={{ callId: call.id }} search={true} size="sm" c="inherit">
        <LeftToRight
          mono
          display="inline-block"
          maw="min(340px, 78vw)"
          truncate
          style={{ verticalAlign: 'bottom' }}
          title={call.url}
        >
          <b>{call.method}</b> {shortUrl(call.url)}
        </LeftToRight>
      </RouteLink>
      <Text size="xs" c="dimmed">
        {t(`call_kind.${call.kind}`)}
      </Text>
    </Stack>
  );
}

function DurationText({ milliseconds }: { milliseconds: number }) {
  return (
    <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
      {duration(milliseconds, useTranslation().i18n.language)}
    </Text>
  );
}

export function CallPhoneRow({ call }: { call: CallSummary }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <AnswerStatus status={call.status} />
          <CallOutcomeBadge outcome={call.outcome} />
        </Group>
        <MomentAgo at={call.started_at} />
      </Group>
      <CallLink call={call} />
    </Stack>
  );
}
