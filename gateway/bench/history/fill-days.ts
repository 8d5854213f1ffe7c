// A past of many days and companies, written by the server itself: messages with their `sent` status, request, call, event,
// delivery and numbers. One company has 30 % of everything. Of a thousand messages 20 failed, one still waits, one is being
// sent, and 30 were written by people.

import type pg from 'pg';
import { historyTables } from '../../src/app/history-tables.ts';
import { keepPartitions } from '../../src/platform/database/partitions.ts';

export interface PastPlan {
  readonly days: number;
  readonly messages: number;
  /** UUIDs; the first is the large one. */
  readonly companies: readonly string[];
}

const dayMilliseconds = 86_400_000;

/** A UUIDv7 of a moment of a day; `n` of `$2` spreads the rows over it in order. $1 is the start of the day in ms. */
const idOf = (salt: string): string => `(
  lpad(to_hex($1::bigint + (n * 86399000 / $2)::bigint), 12, '0') || '7' || lpad(to_hex((n % 4096)::integer), 3, '0')
  || '8' || substr(md5($1::text || n || '${salt}'), 1, 15))::uuid`;

const companyOf = `($3::uuid[])[case when n % 10 < 3 then 1 else 2 + (n % (array_length($3::uuid[], 1) - 1))::integer end]`;
const statusOf = `case when n % 1000 < 30 then 'received' when n % 1000 < 50 then 'failed' when n % 1000 = 50 then 'queued'
  when n % 1000 = 51 then 'sending' when n % 1000 < 60 then 'sent' when n % 1000 < 100 then 'delivered' else 'read' end`;
const providerIdOf = `'wamid.' || md5($1::text || n)`;
const everyRow = 'from generate_series(0, $2::bigint - 1) n';

const statements = [
  `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, attempt, sender_id,
     provider_message_id, is_exceptional, request_id)
   select ${companyOf}, ${idOf('m')}, case when n % 1000 < 30 then 'in' else 'out' end, ${statusOf}, 'text',
     '+96650' || (1000000 + (n * 7919) % 200000), 'Dear customer, your invoice INV-' || n || ' is ready.', 'meta_cloud', 1,
     ${companyOf}, ${providerIdOf}, case when n % 1000 >= 30 and n % 1000 < 50 then true end, ${idOf('r')}
   ${everyRow}`,
  `insert into message_statuses (company_id, message_id, attempt, status, at, provider_message_id)
   select ${companyOf}, ${idOf('m')}, 1, 'sent', to_timestamp($1::bigint / 1000), ${providerIdOf} ${everyRow}`,
  `insert into requests (company_id, id, method, path, status, error_code, duration_ms, source, body_bytes, body_is_whole,
     message_id)
   select ${companyOf}, ${idOf('r')}, 'POST', '/api/v1/messages/send', case when n % 1000 < 20 then 422 else 200 end,
     case when n % 1000 < 20 then 'invalid_value' end, 12, '127.0.0.1', 80, false, ${idOf('m')} ${everyRow}`,
  `insert into calls (company_id, id, kind, sender_id, message_id, attempt, method, url, status, duration_ms, outcome)
   select ${companyOf}, ${idOf('c')}, 'provider', ${companyOf}, ${idOf('m')}, 1, 'POST', 'https://graph.example/messages',
     200, 50, 'sent' ${everyRow}`,
  `insert into events (company_id, id, type, at, message_id, attempt, status, sender_id)
   select ${companyOf}, ${idOf('e')}, 'message_status', to_timestamp($1::bigint / 1000), ${idOf('m')}, 1, 'sent', ${companyOf}
   ${everyRow}`,
  `insert into deliveries (company_id, id, endpoint_id, event_id, event_type, message_id, state, attempt, answer_status,
     error_class)
   select ${companyOf}, delivery_id(${idOf('e')}, ${companyOf}), ${companyOf}, ${idOf('e')}, 'message_status', ${idOf('m')},
     case when n % 1000 < 10 then 'failed' else 'delivered' end, 1, case when n % 1000 < 10 then 500 else 200 end,
     case when n % 1000 < 10 then 'server_error' end
   ${everyRow}`,
];

/** The companies, and for the large one ten senders and ten webhooks. The first of each is the one of the fill. */
const people = [
  `insert into companies (id, name, timezone, plan) select id, 'Company', 'Asia/Riyadh', 'trial' from unnest($1::uuid[]) as id`,
  `insert into senders (company_id, id, name, provider, messages_per_second, fields)
   select ($1::uuid[])[1], case n when 1 then ($1::uuid[])[1] else gen_random_uuid() end, 'Sender ' || n, 'meta_cloud', 80, ''
   from generate_series(1, 10) n`,
  `insert into endpoints (company_id, id, url, secret)
   select ($1::uuid[])[1], case n when 1 then ($1::uuid[])[1] else gen_random_uuid() end, 'https://example.com/' || n, ''
   from generate_series(1, 10) n`,
];

const countDay = `
  insert into message_counts (company_id, starts_at, sender_id, direction, type, status, count)
  select company_id, quarter_of(id), sender_id, direction, type, status, count(*)
  from messages where id >= first_id_at(to_timestamp($1::bigint / 1000)) and id < first_id_at(to_timestamp($2::bigint / 1000))
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6 on conflict do nothing`;

const makePartitions = async (client: pg.ClientBase, days: number): Promise<void> => {
  const tables = historyTables({ messageRetentionDays: days + 10, requestRetentionDays: days + 10 });
  const withDays = tables.map((table) => ({ ...table, daysBehind: days + 1 }));
  await keepPartitions(client, withDays, Date.now());
};

const filledTables = [
  'messages',
  'message_statuses',
  'requests',
  'calls',
  'events',
  'deliveries',
  'message_counts',
  'message_day_counts',
];

/**
 * Fills the days before today. Triggers are left out and numbers counted once a day, as they would be by then; those of whole
 * days are kept by triggers on them.
 */
export const fillDays = async (client: pg.ClientBase, plan: PastPlan): Promise<void> => {
  await makePartitions(client, plan.days);
  const perDay = Math.floor(plan.messages / plan.days);
  const today = Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds;
  await client.query('set session_replication_role = replica');
  for (const sql of people) await client.query(sql, [plan.companies]);
  for (let day = plan.days; day >= 1; day -= 1) {
    const start = today - day * dayMilliseconds;
    for (const sql of statements) await client.query(sql, [start, perDay, plan.companies]);
  }
  await client.query('set session_replication_role = origin');
  for (let start = today - plan.days * dayMilliseconds; start < today; start += dayMilliseconds) {
    await client.query(countDay, [start, start + dayMilliseconds]);
  }
  for (const table of filledTables) {
    await client.query(`vacuum analyze ${table}`);
  }
};
