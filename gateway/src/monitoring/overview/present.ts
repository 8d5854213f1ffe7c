// Rows of the overview as the outside sees them.

import { webhookCondition } from '@hudhud/contract/conditions.ts';
import type { SenderNow, WebhookNow } from '@hudhud/contract/overview.ts';
import { toPublicId } from '../../platform/ids.ts';
import { readFailure } from '../calls/read-failure.ts';
import type { EndpointNowRow, SenderNowRow } from './queries.ts';

export const presentSenderNow = (row: SenderNowRow): SenderNow => ({
  id: toPublicId('sender', row.id),
  name: row.name,
  state: row.state,
  failure: row.state === 'connected' ? null : readFailure(row.failure),
  state_changed_at: row.state_changed_at.toISOString(),
  waiting: row.waiting,
});

/** A failure of long ago says nothing about now. */
export const presentWebhookNow = (row: EndpointNowRow): WebhookNow => {
  const failingSince = row.first_failure_at?.toISOString() ?? null;
  return {
    id: toPublicId('endpoint', row.id),
    url: row.url,
    state: row.state,
    condition: webhookCondition(row.state, failingSince),
    failing_since: failingSince,
    failure: readFailure(row.reason ?? (failingSince === null ? null : row.last_failure)),
    waiting: row.waiting,
  };
};
