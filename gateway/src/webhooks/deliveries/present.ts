// Rows of deliveries and recoveries as the outside sees them.

import { deliveryCondition } from '@hudhud/contract/conditions.ts';
import type { Attempt, Delivery, Recovery } from '@hudhud/contract/deliveries.ts';
import { timeOfUuid, toPublicId } from '../../platform/ids.ts';
import { attemptsMax } from '../attempts/schedule.ts';
import type { RecoveryRow } from '../recoveries/queries.ts';
import type { AttemptCallRow, DeliveryRow } from './queries.ts';

export const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: toPublicId('delivery', row.id),
  webhook_id: toPublicId('webhook', row.endpoint_id),
  event_id: toPublicId('event', row.event_id),
  event: row.event_type,
  message_id: row.message_id && toPublicId('message', row.message_id),
  state: row.state,
  condition: deliveryCondition(row.state, row.attempt),
  attempts_made: row.attempt,
  attempts_max: attemptsMax,
  next_attempt_at: row.due_at?.toISOString() ?? null,
  answer_status: row.answer_status,
  error_class: row.error_class,
  created_at: timeOfUuid(row.id).toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const presentAttempt = (row: AttemptCallRow): Attempt => ({
  call_id: toPublicId('call', row.id),
  attempt: row.attempt,
  started_at: timeOfUuid(row.id).toISOString(),
  duration_ms: row.duration_ms,
  answer_status: row.status,
  error_class: row.error_class,
  failure: row.failure === null ? null : JSON.parse(row.failure),
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
});

export const presentRecovery = (row: RecoveryRow): Recovery => ({
  id: toPublicId('recovery', row.id),
  webhook_id: toPublicId('webhook', row.endpoint_id),
  since: timeOfUuid(row.from_id).toISOString(),
  until: timeOfUuid(row.below_id).toISOString(),
  only: row.only_failed ? 'failed' : 'all',
  state: row.finished_at === null ? 'running' : 'done',
  total: row.total,
  put_back: row.put_back,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
