// A webhook ready for use: its secrets and headers opened. They are sealed for this one webhook, so a copy of the sealed
// text in another row opens nothing.

import type { WebhookState } from '@hudhud/contract/webhooks.ts';
import { createHideValues, type HideValues } from '../../platform/hide-values.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { WebhookRow } from './queries.ts';

export type HeaderValues = Readonly<Record<string, string>>;

export interface OpenWebhook {
  readonly companyId: string;
  readonly id: string;
  readonly url: string;
  readonly headers: HeaderValues;
  readonly state: WebhookState;
  /** Empty: all of them. */
  readonly events: readonly string[];
  /** Statuses of the event `message_status`. Empty: all of them. */
  readonly statuses: readonly string[];
  readonly deliveriesPerSecond: number | null;
  readonly concurrency: number;
  readonly version: number;
  /** The company's time zone: payloads carry its offset. */
  readonly timezone: string;
  /** Every secret that is valid at this time, the newest first. */
  secretsAt(now: number): readonly string[];
  /** Takes its own secrets out of what it answered: receivers echo what they are sent. */
  readonly hide: HideValues;
}

const secretPurpose = (webhookId: string): string => `webhook secret ${webhookId}`;
const headersPurpose = (webhookId: string): string => `webhook headers ${webhookId}`;

export const sealSecret = (secrets: Secrets, webhookId: string, secret: string): Buffer =>
  secrets.seal(secretPurpose(webhookId), secret);

export const sealHeaders = (secrets: Secrets, webhookId: string, headers: HeaderValues): Buffer | null =>
  Object.keys(headers).length === 0 ? null : secrets.seal(headersPurpose(webhookId), JSON.stringify(headers));

export const openHeaders = (secrets: Secrets, webhookId: string, sealed: Buffer | null): HeaderValues =>
  sealed === null ? {} : (JSON.parse(secrets.open(headersPurpose(webhookId), sealed)) as HeaderValues);

const wordLengthMin = 8;

/** The value and its words: an echo may repeat only a part of `Bearer k7f3...` or `session=k7f3...; theme=dark`. */
const withWords = (value: string): string[] => [
  value,
  ...value
    .split(/[\s;,]+/)
    .flatMap((word) => [word, word.slice(word.indexOf('=') + 1)])
    .filter((word) => word.length >= wordLengthMin),
];

const hiderOf = (url: string, headers: HeaderValues, signing: readonly string[]): HideValues =>
  createHideValues([
    ...Object.values(headers).flatMap(withWords),
    ...(URL.canParse(url) ? [...new URL(url).searchParams.values()] : []),
    ...signing.flatMap((secret) => [secret, secret.slice(secret.indexOf('_') + 1)]),
  ]);

export const openWebhook = (secrets: Secrets, row: WebhookRow & { timezone: string }): OpenWebhook => {
  const secret = secrets.open(secretPurpose(row.id), row.secret);
  const previous = row.previous_secret && secrets.open(secretPurpose(row.id), row.previous_secret);
  const previousUntil = row.previous_secret_until?.getTime() ?? 0;
  const headers = openHeaders(secrets, row.id, row.headers);
  return {
    companyId: row.company_id,
    id: row.id,
    url: row.url,
    headers,
    hide: hiderOf(row.url, headers, previous ? [secret, previous] : [secret]),
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
