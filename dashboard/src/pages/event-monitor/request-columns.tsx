// The columns of the Event Monitor.

import type { RequestSummary } from '@hudhud/contract/requests.ts';
import { Group, Stack, Text } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../parts/error/use-error-text.ts';
import type { RecordColumn } from '../../parts/list/record-table.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { HttpStatusBadge } from '../../parts/state/status-badge.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { tip } from '../../parts/text/shared-tooltip.tsx';
import { MomentCell } from '../../parts/time/moment.tsx';
import { duration } from '../../parts/time/times.ts';

export function useRequestColumns(): RecordColumn<RequestSummary>[] {
  const { t } = useTranslation();
  return [
    { accessor: 'received_at', title: t('request.received'), width: 140, render: Received },
    { accessor: 'path', title: t('request.request'), render: RequestLine },
    { accessor: 'status', title: t('request.status'), width: 80, render: Status },
    { accessor: 'error_code', title: t('request.code'), render: ErrorName },
    { accessor: 'duration_ms', title: t('request.duration'), width: 90, render: Duration },
    { accessor: 'source', title: t('request.source'), width: 180, render: Source },
  ];
}

const Received = ({ received_at }: RequestSummary) => <MomentCell at={received_at} />;
const Status = ({ status }: RequestSummary) => <HttpStatusBadge status={status} />;
const RequestLine = (request: RequestSummary) => <RequestLink request={request} />;
const ErrorName = ({ error_code: code }: RequestSummary) => code && <ErrorTitle code={code} />;
const Duration = ({ duration_ms }: RequestSummary) => <DurationText milliseconds={duration_ms} />;

const Source = ({ source, user_agent }: RequestSummary) => (
  <Stack gap={0}>
    <Text size="sm">
      <LeftToRight>{source}</LeftToRight>
    </Text>
    {user_agent && (
      <Text size="xs" c="dimmed" truncate maw={150} dir="ltr" className="preview" title={user_agent}>
        {user_agent}
      </Text>
    )}
  </Stack>
);

/** The way into the details for the keyboard; the mouse may click anywhere in the row. */
export function RequestLink({ request }: { request: RequestSummary }) {
  const { t } = useTranslation();
  return (
    <Group gap={6} wrap="nowrap">
      <RouteLink
        to="/event-monitor/$requestId"
        params={{ requestId: request.id }}
        search={true}
        size="sm"
        c="inherit"
      >
        <LeftToRight
          mono
          display="inline-block"
          maw="var(--hudhud-address-width)"
          truncate
          style={{ verticalAlign: 'bottom' }}
          title={request.path}
        >
          <b>{request.method}</b> {request.path}
        </LeftToRight>
      </RouteLink>
      {request.retry_of && (
        <IconRepeat
          size={14}
          role="img"
          aria-label={t('request.is_retry')}
          style={{ flexShrink: 0 }}
          {...tip(t('request.is_retry'))}
        />
      )}
    </Group>
  );
}

export function ErrorTitle({ code }: { code: string }) {
  const text = useErrorText()(code);
  return (
    <Stack gap={0}>
      {text && <Text size="sm">{text.title}</Text>}
      <Text size="xs" c="dimmed">
        <LeftToRight mono>{code}</LeftToRight>
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
