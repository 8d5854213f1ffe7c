// The columns of the list of calls, and its row on a phone.

import type { CallSummary } from '@hudhud/contract/calls.ts';
import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import styles from '../../parts/list/cells.module.css';
import { CellAddress, CellDuration, CellNote, CellText } from '../../parts/list/cells.tsx';
import type { RecordColumn } from '../../parts/list/record-table.tsx';
import { CallOutcomeBadge } from '../../parts/state/call-outcome.tsx';
import { HttpStatusBadge } from '../../parts/state/status-badge.tsx';
import { MomentAgo, MomentCell } from '../../parts/time/moment.tsx';

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
const Duration = ({ duration_ms }: CallSummary) => <CellDuration milliseconds={duration_ms} />;
const Attempt = ({ attempt }: CallSummary) => <CellText>{attempt}</CellText>;

/** "status" says no more than the status beside it. */
const isRedundant = (code: string): boolean => code === 'status' || /^http_\d+$/.test(code);

const Outcome = ({ outcome, failure_code }: CallSummary) => (
  <>
    <CallOutcomeBadge outcome={outcome} />
    {failure_code && !isRedundant(failure_code) && (
      <CellNote>
        <bdi dir="ltr" className="ltr mono">
          {failure_code}
        </bdi>
      </CellNote>
    )}
  </>
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
    <div className={styles.wide}>
      <Link to="/calls/$callId" params={{ callId: call.id }} search={true} className={styles.link}>
        <CellAddress method={call.method} url={shortUrl(call.url)} full={call.url} />
      </Link>
      <CellNote>{t(`call_kind.${call.kind}`)}</CellNote>
    </div>
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
