// The rows of a message's story as entries that a person can read from top to bottom.

import type { Failure } from '@hudhud/contract/failure.ts';
import type { TimelineEntry } from '@hudhud/contract/timeline.ts';
import { readFailure } from '../../monitoring/calls/read-failure.ts';
import { timeOfUuid, toPublicId } from '../../platform/ids.ts';
import type { StoryStep } from './order-story.ts';
import { presentDeliveryStep, webhookCallTitle } from './present-webhooks.ts';
import type { StoryCallRow, StoryMessageRow, StoryRouteRow, StoryStatusRow } from './queries.ts';

/** Null for a message that no request made, or whose request is gone. */
export const presentRequestStep = (row: StoryMessageRow): TimelineEntry | null => {
  if (row.request_id === null || row.request_method === null) return null;
  return {
    kind: 'request',
    at: timeOfUuid(row.request_id).toISOString(),
    title: `Asked for by ${row.request_method} ${row.request_path}, answered ${row.request_status}`,
    request_id: toPublicId('request', row.request_id),
    method: row.request_method,
    path: row.request_path ?? '',
    status: row.request_status ?? 0,
  };
};

const storedTitle = (row: StoryMessageRow): string => {
  if (row.direction === 'in') return `Came in from ${row.phone_number || 'a person who hides their number'}`;
  const by = row.sender_name === null ? '' : ` by ${row.sender_name}`;
  const when = row.schedule_at === null ? '' : ` at ${row.schedule_at.toISOString()}`;
  const why =
    row.transactional_reason === null ? '' : `, even to who has opted out: ${row.transactional_reason}`;
  return `Checked and stored, to be sent${by}${when}${why}`;
};

export const presentStoredStep = (row: StoryMessageRow): TimelineEntry => ({
  kind: 'stored',
  at: timeOfUuid(row.id).toISOString(),
  title: storedTitle(row),
  direction: row.direction,
  type: row.type,
  provider: row.provider,
  sender_id: row.sender_id && toPublicId('sender', row.sender_id),
  sender_name: row.sender_name,
  schedule_at: row.schedule_at?.toISOString() ?? null,
  expires_at: row.expires_at?.toISOString() ?? null,
  reference: row.reference,
  transactional_reason: row.transactional_reason,
});

/** Null for a message that is what it was when it was asked for. */
export const presentFallbackStep = ({ instead_of: other, template }: StoryMessageRow): TimelineEntry | null =>
  other && {
    kind: 'fallback',
    at: other.at,
    title: `The 24-hour window was closed, so the template ${template} takes the place of the ${other.type}`,
    template: template ?? '',
    type: other.type,
    message: other.message,
  };

const routedTitle = (row: StoryRouteRow): string => {
  const name = row.sender_name ?? 'a sender that is gone';
  if (row.instead_of === null) return `The route ${row.route_name} chose ${name}`;
  const other = row.other_name ?? 'a sender that is gone';
  return `The route ${row.route_name} gave it to ${name}, because ${other} was ${row.reason}`;
};

export const presentRouteStep = (row: StoryRouteRow): TimelineEntry => ({
  kind: 'routed',
  at: row.at.toISOString(),
  title: routedTitle(row),
  route: row.route_name,
  sender_id: toPublicId('sender', row.sender_id),
  sender_name: row.sender_name,
  instead_of: row.instead_of && toPublicId('sender', row.instead_of),
  reason: row.reason,
});

const outcomeWords: Readonly<Record<string, string>> = {
  sent: 'accepted it',
  retry: 'did not accept it; Hudhud will retry',
  rejected: 'refused it',
  suspended: 'accepts nothing from this sender',
  unknown: 'gave no clear answer; it may or may not have been accepted',
};

const providerCallTitle = (row: StoryCallRow, failure: Failure | null): string => {
  const what = outcomeWords[row.outcome] ?? `was called: ${row.outcome}`;
  const why = failure ? ` (${failure.title})` : '';
  return `Attempt ${row.attempt}: the provider ${what}${why}`;
};

const fileWords: Readonly<Record<string, string>> = {
  sent: 'was fetched',
  retry: 'could not be fetched; it is tried again',
  rejected: 'cannot be fetched',
};

const fileCallTitle = (row: StoryCallRow, failure: Failure | null): string =>
  `The file ${fileWords[row.outcome] ?? row.outcome}${failure ? ` (${failure.title})` : ''}`;

const callTitle = (row: StoryCallRow, failure: Failure | null): string => {
  if (row.kind === 'media') return fileCallTitle(row, failure);
  return row.kind === 'webhook' ? webhookCallTitle(row, failure) : providerCallTitle(row, failure);
};

const presentCallStep = (row: StoryCallRow): TimelineEntry => {
  const failure = readFailure(row.failure);
  return {
    kind: 'call',
    at: timeOfUuid(row.id).toISOString(),
    title: callTitle(row, failure),
    call_id: toPublicId('call', row.id),
    call_kind: row.kind,
    sender_id: row.sender_id && toPublicId('sender', row.sender_id),
    webhook_id: row.endpoint_id && toPublicId('webhook', row.endpoint_id),
    delivery_id: row.delivery_id && toPublicId('delivery', row.delivery_id),
    attempt: row.attempt,
    status: row.status,
    duration_ms: row.duration_ms,
    outcome: row.outcome,
    failure,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  };
};

const statusTitles: Readonly<Record<StoryStatusRow['status'], string>> = {
  received: 'Received',
  queued: 'Waiting to be sent',
  sending: 'Being sent',
  unconfirmed: 'Perhaps sent: the provider gave no clear answer',
  sent: 'Taken by the provider',
  delivered: 'Delivered to the phone',
  read: 'Read',
  played: 'Played',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Not sent in time',
};

const presentStatusStep = (row: StoryStatusRow): TimelineEntry => {
  const failure = readFailure(row.failure);
  const isAgain = row.status === 'queued' && row.attempt > 0;
  const title = isAgain ? 'Waiting to be sent again' : statusTitles[row.status];
  return {
    kind: 'status',
    at: row.at.toISOString(),
    title: failure ? `${title}: ${failure.title}` : title,
    status: row.status,
    attempt: row.attempt,
    recorded_at: row.recorded_at.toISOString(),
    failure,
  };
};

export const presentStep = (step: StoryStep): TimelineEntry => {
  if (step.kind === 'call') return presentCallStep(step.row);
  return step.kind === 'delivery' ? presentDeliveryStep(step.row) : presentStatusStep(step.row);
};
