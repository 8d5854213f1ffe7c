// What the webhook form holds, and how that becomes the body of a request.

import type { EventType } from '@hudhud/contract/events.ts';
import type { MessageStatus } from '@hudhud/contract/states.ts';
import type { NewWebhook, Webhook } from '@hudhud/contract/webhooks.ts';
import type { UseFormReturnType } from '@mantine/form';

export interface HeaderValue {
  /** The key of the row on screen. */
  readonly key: string;
  name: string;
  value: string;
}

export interface WebhookValues {
  url: string;
  description: string;
  events: string[];
  statuses: string[];
  /** Null: the headers stay as they are. */
  headers: HeaderValue[] | null;
  deliveries_per_second: string;
  concurrency: string;
}

export type WebhookFormState = UseFormReturnType<WebhookValues>;

export const concurrencyDefault = 10;

/** Counted, so that rows keep their place when one between them goes. */
let rows = 0;
export const newHeader = (): HeaderValue => {
  rows += 1;
  return { key: String(rows), name: '', value: '' };
};

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/** Another origin is not given the headers that were meant for this one: they have to be entered again. */
export const needsHeadersAnew = (webhook: Webhook | null, url: string): boolean =>
  webhook !== null && webhook.header_names.length > 0 && originOf(url.trim()) !== originOf(webhook.url);

export const headersAnew = (webhook: Webhook): HeaderValue[] =>
  webhook.header_names.map((name) => ({ ...newHeader(), name }));

export const initialWebhook = (webhook: Webhook | null): WebhookValues => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  events: webhook?.events ?? [],
  statuses: webhook?.statuses ?? [],
  headers: webhook && webhook.header_names.length > 0 ? null : [],
  deliveries_per_second: webhook?.deliveries_per_second ? String(webhook.deliveries_per_second) : '',
  concurrency: String(webhook?.concurrency ?? concurrencyDefault),
});

export const getsStatuses = ({ events }: Pick<WebhookValues, 'events'>): boolean =>
  events.length === 0 || events.includes('message_status');

/** A row without a name was not filled in. */
const headersOf = (headers: readonly HeaderValue[]): Record<string, string> =>
  Object.fromEntries(
    headers.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value.trim()]),
  );

/** The boxes only ever hold names from their lists. */
export const toWebhookBody = (values: WebhookValues): NewWebhook => ({
  url: values.url.trim(),
  description: values.description.trim(),
  events: values.events as Exclude<EventType, 'test'>[],
  statuses: getsStatuses(values) ? (values.statuses as MessageStatus[]) : [],
  ...(values.headers === null ? {} : { headers: headersOf(values.headers) }),
  deliveries_per_second: Number(values.deliveries_per_second.trim() || '0'),
  concurrency: Number(values.concurrency.trim() || String(concurrencyDefault)),
});
