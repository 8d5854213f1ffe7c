// An endpoint ready for use: its secrets and headers opened. They are sealed for this one endpoint, so a copy of the sealed
// text in another row opens nothing.

import type { WebhookState } from '@hudhud/contract/webhooks.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { EndpointRow } from './queries.ts';

export type HeaderValues = Readonly<Record<string, string>>;

export interface OpenEndpoint {
  readonly companyId: string;
  readonly id: string;
  readonly url: string;
  readonly headers: HeaderValues;
  readonly state: WebhookState;
  /** Empty: all of them. */
  readonly events: readonly string[];
  /** Of the event `message_status`. Empty: all of them. */
  readonly statuses: readonly string[];
  readonly deliveriesPerSecond: number | null;
  readonly concurrency: number;
  readonly version: number;
  /** Of its company: the payloads carry its offset. */
  readonly timezone: string;
  /** Every secret that is valid at this time, the newest first. */
  secretsAt(now: number): readonly string[];
}

const secretPurpose = (endpointId: string): string => `webhook secret ${endpointId}`;
const headersPurpose = (endpointId: string): string => `webhook headers ${endpointId}`;

export const sealSecret = (secrets: Secrets, endpointId: string, secret: string): Buffer =>
  secrets.seal(secretPurpose(endpointId), secret);

export const sealHeaders = (secrets: Secrets, endpointId: string, headers: HeaderValues): Buffer | null =>
  Object.keys(headers).length === 0
    ? null
    : secrets.seal(headersPurpose(endpointId), JSON.stringify(headers));

export const openHeaders = (secrets: Secrets, endpointId: string, sealed: Buffer | null): HeaderValues =>
  sealed === null ? {} : (JSON.parse(secrets.open(headersPurpose(endpointId), sealed)) as HeaderValues);

export const openEndpoint = (secrets: Secrets, row: EndpointRow & { timezone: string }): OpenEndpoint => {
  const secret = secrets.open(secretPurpose(row.id), row.secret);
  const previous = row.previous_secret && secrets.open(secretPurpose(row.id), row.previous_secret);
  const previousUntil = row.previous_secret_until?.getTime() ?? 0;
  return {
    companyId: row.company_id,
    id: row.id,
    url: row.url,
    headers: openHeaders(secrets, row.id, row.headers),
    state: row.state,
    events: row.events,
    statuses: row.statuses,
    deliveriesPerSecond: row.deliveries_per_second,
    concurrency: row.concurrency,
    version: row.version,
    timezone: row.timezone,
    secretsAt: (now) => (previous && now < previousUntil ? [secret, previous] : [secret]),
  };
};
