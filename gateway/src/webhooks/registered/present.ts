// Webhook rows as the outside sees them: without secrets, and with the names of the headers only. Only those who may
// change an address see the values in its query, which are often a token.

import { webhookCondition } from '@hudhud/contract/conditions.ts';
import type { Failure } from '@hudhud/contract/failure.ts';
import type { Webhook } from '@hudhud/contract/webhooks.ts';
import { hideQueryValues } from '../../platform/hide-values.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { hasRole } from '../../platform/http/route-access.ts';
import { toPublicId } from '../../platform/ids.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { openHeaders } from './open-webhook.ts';
import type { WebhookWithHealth } from './queries.ts';

const timeOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

const failureOrNull = (text: string | null): Failure | null => (text === null ? null : JSON.parse(text));

const seesWholeUrl = ({ signedIn }: IncomingRequest): boolean =>
  signedIn === null || (signedIn.role !== null && hasRole(signedIn.role, 'admin'));

export const presentWebhook =
  (secrets: Secrets, now: () => number = Date.now) =>
  (incoming: IncomingRequest) =>
  (row: WebhookWithHealth): Webhook => ({
    id: toPublicId('webhook', row.id),
    url: seesWholeUrl(incoming) ? row.url : hideQueryValues(row.url),
    description: row.description,
    events: row.events,
    statuses: row.statuses,
    header_names: Object.keys(openHeaders(secrets, row.id, row.headers)),
    deliveries_per_second: row.deliveries_per_second ?? 0,
    concurrency: row.concurrency,
    state: row.state,
    condition: webhookCondition(row.state, timeOrNull(row.first_failure_at)),
    reason: failureOrNull(row.reason),
    state_changed_at: row.state_changed_at.toISOString(),
    previous_secret_until:
      (row.previous_secret_until?.getTime() ?? 0) > now() ? timeOrNull(row.previous_secret_until) : null,
    created_at: row.created_at.toISOString(),
    health: {
      last_success_at: timeOrNull(row.last_success_at),
      last_failure_at: timeOrNull(row.last_failure_at),
      failing_since: timeOrNull(row.first_failure_at),
      consecutive_failures: row.consecutive_failures,
      last_failure: failureOrNull(row.last_failure),
      parked_until: timeOrNull(row.parked_until),
    },
  });
