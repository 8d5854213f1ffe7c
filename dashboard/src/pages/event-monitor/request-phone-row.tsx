// A request as one row of a phone screen.

import type { RequestSummary } from '@hudhud/contract/requests.ts';
import { Group, Stack } from '@mantine/core';
import { HttpStatusBadge } from '../../parts/state/status-badge.tsx';
import { MomentAgo } from '../../parts/time/moment.tsx';
import { ErrorTitle, RequestLink } from './request-columns.tsx';

export function RequestPhoneRow({ request }: { request: RequestSummary }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <HttpStatusBadge status={request.status} />
        <MomentAgo at={request.received_at} />
      </Group>
      <RequestLink request={request} />
      {request.error_code && <ErrorTitle code={request.error_code} />}
    </Stack>
  );
}
