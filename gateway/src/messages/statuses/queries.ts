// The SQL of statuses: appending, projecting and emitting events in one statement for a whole batch.

import { noCampaign } from '../../costs/cost-keys.ts';
import { type EmittedEvent, toStatusEvent } from '../../events/emitted-event.ts';
import { statusData, statusEvent } from '../../events/event-columns.ts';
import {
  batchedStatement,
  expectFew,
  type RowSource,
  shared,
} from '../../platform/database/batched-statement.ts';
import { columnTable } from '../../platform/database/column-table.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { boundsOf, isWithin } from '../../platform/database/id-bounds.ts';
import { hasLockPatience } from '../../platform/database/lock-patience.ts';
import { retriesMax } from './retry-after-failure.ts';
import type { OtherName, RecordedStatuses, StatusRow } from './status-row.ts';

/** The columns of a status in the history of a message. */
const historyColumns = columnTable<StatusRow>({
  company_id: ['uuid', (row) => row.companyId],
  message_id: ['uuid', (row) => row.messageId],
  attempt: ['smallint', (row) => row.attempt],
  status: ['text', (row) => row.status],
  at: ['timestamptz', (row) => row.at],
  provider_message_id: ['text', (row) => row.providerMessageId],
  failure: ['text', (row) => row.failure],
  raw: ['text', (row) => row.raw],
  pricing: ['text', (row) => row.pricing],
});

const statusColumns = historyColumns.and<StatusRow>({
  sender_id: ['uuid', (row) => row.senderId],
  event_id: ['uuid', (row) => row.eventId],
  details: ['text', (row) => row.details],
  recipient_key: ['text', (row) => row.recipientKey],
});

const chargeColumns = {
  country: ['text', (row: StatusRow) => row.country],
  is_free: ['boolean', (row: StatusRow) => row.isFree ?? false],
} as const;

const retryColumns = statusColumns.and<StatusRow>({
  retry_failure: ['text', (row) => row.retryFailure],
  retry_seconds: ['real', (row) => row.retrySeconds],
});

/** Additions to the statement of a batch with a charged status: it is counted once, together with its row in the history. */
interface ChargeParts {
  readonly known: string;
  readonly counting: string;
}

const withoutCharges: ChargeParts = { known: '', counting: '' };

const withCharges: ChargeParts = {
  known: `, messages.campaign_id,
      case when incoming.country is not null then messages.content #>> '{template,name}' end as template`,
  counting: `
  charged as (
    insert into cost_changes (
      company_id, hour, sender_id, campaign_id, template, country, category, is_free, count
    )
    select company_id, date_trunc('hour', at), sender_id, coalesce(campaign_id, '${noCampaign}'),
      coalesce(template, ''), country, pricing, is_free, count(*)
    from known
    where country is not null
      and ((message_id, attempt, status) in (select message_id, attempt, status from appended)) is true
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ),`,
};

interface StatusSources {
  readonly statuses: RowSource;
  readonly smallest: string;
  readonly largest: string;
  readonly deliveringEpoch: string;
}

/**
 * Additions to the statement of a batch with a failure that may be retried. Few batches have one; the others do not pay for
 * it.
 */
interface RetryParts {
  readonly known: string;
  readonly failure: string;
  readonly notRetried: string;
  /** The name of the rows appended to the history, for the parts that make events of them. */
  readonly appended: string;
  readonly news: string;
  readonly requeuing: string;
  readonly status: string;
  readonly laneId: string;
  readonly dueAt: string;
  readonly providerId: string;
}

const withoutRetries = (): RetryParts => ({
  known: '',
  failure: 'failure',
  notRetried: '',
  appended: 'appended',
  news: '',
  requeuing: '',
  status: `'failed'`,
  laneId: 'null',
  dueAt: 'null',
  providerId: 'coalesce(messages.provider_message_id, news.provider_message_id)',
});

/**
 * A message is sent again when the failure is of its newest attempt, which has an outcome of ours already (one that is
 * being sent would be settled over it), before its time is over, a few times, and never to a person who has opted out
 * since. Such a failure is in the message's history and emits no event: the message lives on.
 */
const isRetried = ({ smallest, largest }: StatusSources): string => `
      retry_seconds is not null and incoming.status = 'failed'
        and (messages.attempt = incoming.attempt or messages.provider_message_id = incoming.provider_message_id)
        and messages.status in ('sent', 'unconfirmed') and messages.owner_epoch is null
        and messages.sender_id is not null
        and coalesce(messages.expires_at, 'infinity') > now() + make_interval(secs => retry_seconds)
        and (messages.transactional_reason is not null or not exists (
          select 1 from contact_addresses
          where contact_addresses.company_id = messages.company_id
            and contact_addresses.key = coalesce(messages.person_key, messages.phone_number) collate "C"
            and contact_addresses.is_opted_out
        ))
        and (
          select count(*) from message_statuses earlier
          where earlier.company_id = messages.company_id and earlier.message_id = messages.id
            and ${isWithin('earlier.message_id', smallest, largest)} and earlier.status = 'failed'
        ) < ${retriesMax}`;

const retriedFailure = 'case when is_retried then retry_failure else failure end';

/** The retry data travels with the appended rows, so no further join is needed. */
const isRequeued = `(news.retry_seconds is not null and coalesce(best_rank, 0) < message_rank('delivered'))`;

const withRetries = (given: StatusSources): RetryParts => ({
  known: `,${isRetried(given)} as is_retried`,
  failure: retriedFailure,
  notRetried: ' and not is_retried',
  appended: `(
      select company_id, message_id, attempt, status, provider_message_id, ${retriedFailure} as failure,
        case when is_retried then retry_seconds end as retry_seconds
      from known
      where ((message_id, attempt, status) in (select message_id, attempt, status from appended)) is true
    ) as appended`,
  news: `,
      (array_agg(retry_seconds order by attempt desc) filter (where status = 'failed'))[1] as retry_seconds`,
  requeuing: `
  requeued as (
    insert into message_statuses (company_id, message_id, attempt, status, at)
    select company_id, message_id, failed_attempt, 'queued', now() from news where ${isRequeued}
    on conflict do nothing
  ),`,
  status: `case when ${isRequeued} then 'queued' else 'failed' end`,
  laneId: `case when ${isRequeued} then messages.sender_id end`,
  dueAt: `case when ${isRequeued} then now() + make_interval(secs => news.retry_seconds) end`,
  // The attempt under this id is over: a sender that chooses its own ids must not use it again.
  providerId: `case when not ${isRequeued}
        then coalesce(messages.provider_message_id, news.provider_message_id) end`,
});

/**
 * The newest attempt has failed. An unknown outcome may have been repeated under the id of an earlier attempt: then the
 * provider's id says that it is the same.
 */
const isNewestFailed = '(failed_attempt = messages.attempt or failed_id = messages.provider_message_id)';

/**
 * A status that is there already keeps its row out of everything that follows: no event, no projection. `failed` stands
 * between `sent` and `delivered`: what reached the person was delivered, regardless of who said otherwise and when, so
 * the outcome does not depend on the order in which statuses come. `message_rank` puts it last, hence the two
 * conditions.
 *
 * The messages are locked first, in the order of their ids, as dispatch does when it writes an outcome: who touches the
 * same messages waits in turn and never in a circle, and a projection is judged on the newest row.
 *
 * `smallest` and `largest` are the bounds of the message ids: they keep partitions of other days out of it. With them, rows
 * are found by `id = any (ids)`, an array of one, and never by `id = id`: PostgreSQL 18 would silently skip a row that
 * another transaction has just changed (see `isWithin`).
 */
const recording = (
  { statuses, smallest, largest, deliveringEpoch }: StatusSources,
  retry: RetryParts,
  charge: ChargeParts,
): string => `
  with incoming as materialized (
    select *, array[message_id] as message_ids from ${statuses.rows}
    where ${expectFew('attempt')} and ${hasLockPatience}
  ),
  known as (
    select incoming.*, messages.phone_number, messages.person_key, messages.reference,
      coalesce(messages.provider_message_id, incoming.provider_message_id) as known_as${retry.known}${charge.known}
    from incoming
    join messages on messages.company_id = incoming.company_id and messages.id = any (incoming.message_ids)
    where ${isWithin('messages.id', smallest, largest)} and messages.direction = 'out'
    order by messages.id
    for no key update of messages
  ),
  appended as (
    insert into message_statuses (${historyColumns.names})
    select ${historyColumns.columns.map(({ name }) => (name === 'failure' ? retry.failure : name)).join(', ')}
    from known
    order by message_id, attempt, status
    on conflict do nothing
    returning company_id, message_id, attempt, status, provider_message_id, failure
  ),${charge.counting}
  emitted as (
    insert into events ${statusEvent({
      at: 'at',
      status: 'status',
      data: statusData,
      delivering_epoch: `${deliveringEpoch}::bigint`,
    })}
    from known
    -- "is true" makes it a look into a hash; the planner, who expects one row, would compare every row with every row.
    where ((message_id, attempt, status) in (select message_id, attempt, status from appended)) is true${retry.notRetried}
    returning id
  ),
  news as materialized (
    select company_id, message_id, array[message_id] as message_ids,
      max(message_rank(status)) filter (where status <> 'failed') as best_rank,
      (array_agg(status order by message_rank(status) desc) filter (where status <> 'failed'))[1] as best,
      max(attempt) filter (where status = 'failed') as failed_attempt,
      (array_agg(provider_message_id order by attempt desc) filter (where status = 'failed'))[1] as failed_id,
      (array_agg(failure order by attempt desc) filter (where status = 'failed'))[1] as failure,
      (array_agg(provider_message_id order by status = 'failed', message_rank(status) desc))[1]
        as provider_message_id${retry.news}
    from ${retry.appended}
    group by company_id, message_id
  ),${retry.requeuing}
  projected as (
    update messages set
      status = case
        when best_rank >= message_rank('delivered') then best
        when ${isNewestFailed} then ${retry.status}
        else best
      end,
      failure = case
        when best_rank >= message_rank('delivered') then null
        when ${isNewestFailed} then news.failure
      end,
      provider_message_id = ${retry.providerId},
      lane_id = ${retry.laneId},
      due_at = ${retry.dueAt},
      updated_at = now()
    from news
    where messages.company_id = news.company_id and messages.id = any (news.message_ids)
      and ${isWithin('messages.id', smallest, largest)}
      and (
        best_rank > message_rank(messages.status)
        or (messages.status = 'failed' and best_rank >= message_rank('delivered'))
        or (${isNewestFailed} and message_rank(messages.status) < message_rank('delivered'))
      )
  )`;

const strays = `
  select event_id, null as phone_number, null as person_key, null as reference, null as known_as, true as is_stray,
    false as is_other_name
  from incoming
  where event_id not in (select event_id from known)
  union all
  select event_id, phone_number, person_key, null, null, false, true
  from known
  where recipient_key <> coalesce(person_key, phone_number)`;

const written = `
  select event_id, phone_number, person_key, reference, known_as, false, false
  from known
  where (event_id in (select id from emitted)) is true`;

const statementsOf = (
  suffix: string,
  columns: typeof statusColumns,
  partsOf: (given: StatusSources) => RetryParts,
  charge: ChargeParts = withoutCharges,
) => {
  const inputs = { statuses: columns, smallest: shared, largest: shared, deliveringEpoch: shared } as const;
  const text = (given: StatusSources): string => `${recording(given, partsOf(given), charge)}${strays}`;
  return {
    withoutEvents: batchedStatement(`record-statuses${suffix}`, inputs, text),
    withEvents: batchedStatement(
      `record-and-notify-statuses${suffix}`,
      inputs,
      (given) => `${text(given)} union all ${written}`,
    ),
  };
};

const statements = {
  final: statementsOf('', statusColumns, withoutRetries),
  retrying: statementsOf('-and-retry', retryColumns, withRetries),
} as const;

const charging = {
  final: statementsOf(
    '-and-charge',
    statusColumns.and<StatusRow>(chargeColumns),
    withoutRetries,
    withCharges,
  ),
  retrying: statementsOf(
    '-and-charge-and-retry',
    retryColumns.and<StatusRow>(chargeColumns),
    withRetries,
    withCharges,
  ),
} as const;

interface WrittenRow {
  event_id: string;
  phone_number: string | null;
  person_key: string | null;
  reference: string | null;
  known_as: string | null;
  /** Its message is not there. */
  is_stray: boolean;
  /** The provider has another name for its recipient; the row reports only that. */
  is_other_name: boolean;
}

const toEmitted = (row: StatusRow, written: WrittenRow): EmittedEvent =>
  toStatusEvent({
    company_id: row.companyId,
    id: row.eventId,
    at: new Date(row.at),
    message_id: row.messageId,
    attempt: row.attempt,
    status: row.status,
    sender_id: row.senderId,
    phone_number: written.phone_number,
    person_key: written.person_key,
    provider_message_id: written.known_as,
    reference: written.reference,
    failure: row.failure,
    details: row.details ?? null,
  });

const readOtherNames = (rows: readonly StatusRow[], found: readonly WrittenRow[]): OtherName[] => {
  if (found.length === 0) return [];
  const rowOf = new Map(rows.map((row) => [row.eventId, row]));
  return found.flatMap(({ event_id: id, phone_number: number, person_key: key }) => {
    const row = rowOf.get(id);
    const address = number || key;
    return row && address ? [{ row, address }] : [];
  });
};

/**
 * Appends the new statuses of a batch. No two rows may be of the same message, attempt and status. Throws, and writes none,
 * when another transaction has locked one of their messages for too long (`isLockedOut`).
 */
export const recordStatuses = async (
  db: Queryable,
  rows: readonly StatusRow[],
  hasListener: boolean,
  deliveringEpoch: string | null = null,
): Promise<RecordedStatuses> => {
  const isRetrying = rows.some((row) => (row.retrySeconds ?? null) !== null);
  const isCharging = rows.some((row) => (row.country ?? null) !== null);
  const statement = (isCharging ? charging : statements)[isRetrying ? 'retrying' : 'final'][
    hasListener ? 'withEvents' : 'withoutEvents'
  ];
  const [smallest, largest] = boundsOf(rows.map((row) => row.messageId));
  const result = await db.query<WrittenRow>(
    statement({ statuses: rows, smallest, largest, deliveringEpoch }),
  );
  const [otherRows, otherwise] = [
    result.rows.filter((row) => row.is_other_name),
    result.rows.filter((row) => !row.is_other_name),
  ];
  const written = new Map(otherwise.map((row) => [row.event_id, row]));
  const strays = new Set<string>();
  const emitted: EmittedEvent[] = [];
  for (const row of rows) {
    const found = written.get(row.eventId);
    if (found?.is_stray) strays.add(row.eventId);
    else if (found) emitted.push(toEmitted(row, found));
  }
  return { strays, emitted, otherNames: readOtherNames(rows, otherRows) };
};
