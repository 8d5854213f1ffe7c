// The webhook side of a message's story: which webhook was to get which event, and how each attempt went. Of a
// webhook's URL only the host is named: paths and queries often hold keys.

import type { Failure } from '@hudhud/contract/failure.ts';
import type { TimelineEntry } from '@hudhud/contract/timeline.ts';
import { timeOfUuid, toPublicId } from '../../platform/ids.ts';
import type { StoryCallRow, StoryDeliveryRow } from './queries.ts';

const readUrl = (text: string | null): URL | null => (text === null ? null : URL.parse(text));

const nameOf = (url: string | null): string => readUrl(url)?.origin ?? 'a webhook that is gone';

const afterwards = ({ outcome, next_attempt_at }: StoryCallRow): string => {
  if (outcome === 'retry') return next_attempt_at ? `; again at ${next_attempt_at.toISOString()}` : '; again';
  if (outcome === 'rejected') return '; failed';
  return outcome === 'suspended' ? '; the webhook is disabled' : '';
};

export const webhookCallTitle = (row: StoryCallRow, failure: Failure | null): string => {
  const attempt = row.attempt > 1 ? `, attempt ${row.attempt}` : '';
  const name = `${nameOf(row.url)}${attempt}`;
  if (row.status === null) {
    return `Could not tell ${name}: ${failure?.title ?? 'no answer came'}${afterwards(row)}`;
  }
  const why = failure ? ` (${failure.title})` : '';
  return `Told ${name}: answered ${row.status}${why}${afterwards(row)}`;
};

const attemptsText = (count: number): string => (count === 1 ? '1 attempt' : `${count} attempts`);

const stateText = ({ state, attempt, due_at, webhook_state }: StoryDeliveryRow): string => {
  if (state === 'delivered') return `done, ${attemptsText(attempt)}`;
  if (state === 'failed') return `failed after ${attemptsText(attempt)}`;
  if (state === 'skipped') return 'skipped, because the webhook was disabled or deleted';
  if (webhook_state !== 'active') return 'waits until the webhook is resumed';
  return due_at ? `next attempt at ${due_at.toISOString()}` : 'pending';
};

export const presentDeliveryStep = (row: StoryDeliveryRow): TimelineEntry => ({
  kind: 'delivery',
  at: timeOfUuid(row.id).toISOString(),
  title: `Tell ${nameOf(row.url)} of "${row.event_status ?? row.event_type}": ${stateText(row)}`,
  delivery_id: toPublicId('delivery', row.id),
  webhook_id: toPublicId('webhook', row.endpoint_id),
  webhook_host: readUrl(row.url)?.host ?? null,
  event_id: toPublicId('event', row.event_id),
  event: row.event_type,
  status: row.event_status,
  state: row.state,
  attempts_made: row.attempt,
  next_attempt_at: row.due_at?.toISOString() ?? null,
  answer_status: row.answer_status,
  error_class: row.error_class,
});
