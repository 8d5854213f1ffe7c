// A past of many days and companies, written by the server itself: messages with their `sent` status, request, call, event,
// delivery and numbers. One company has 30 % of everything, one very few. Of a thousand messages 20 failed, one still waits, one
// is being sent, and 30 were written by people.

import type pg from 'pg';
import { historyTables } from '../../src/app/history-tables.ts';
import type { ConnectionSettings } from '../../src/platform/database/hosts.ts';
import { keepPartitions } from '../../src/platform/database/partitions.ts';
import { dayMilliseconds } from '../../src/platform/time.ts';
import { fillPeople } from './fill-people.ts';

export interface PastPlan {
  readonly days: number;
  readonly messages: number;
  /** UUIDs; the first is the large one, the last the tiny one, and the others share what is left. */
  readonly companies: readonly string[];
}

/** A UUIDv7 of a moment of a day; `n` of `$2` spreads the rows over it in order. $1 is the start of the day in ms. */
const idOf = (salt: string): string => `(
  lpad(to_hex($1::bigint + (n * 86399000 / $2)::bigint), 12, '0') || '7' || lpad(to_hex((n % 4096)::integer), 3, '0')
  || '8' || substr(md5($1::text || n || '${salt}'), 1, 15))::uuid`;

/** A shop that writes to few people; $4 is how many messages of a day lie between two of its own. */
const companyOf = `($3::uuid[])[case when n % $4 = 7 then array_length($3::uuid[], 1) when n % 10 < 3 then 1
  else 2 + (n % (array_length($3::uuid[], 1) - 2))::integer end]`;
const statusOf = `case when n % 1000 < 30 then 'received' when n % 1000 < 50 then 'failed' when n % 1000 = 50 then 'queued'
  when n % 1000 = 51 then 'sending' when n % 1000 < 60 then 'sent' when n % 1000 < 100 then 'delivered' else 'read' end`;

/** The columns that all rows of a message share, made once. */
const planDay = `
  create temporary table day_plan as
  select n, ${companyOf} as company_id, ${idOf('m')} as message_id, ${idOf('r')} as request_id, ${idOf('e')} as event_id,
    ${idOf('c')} as call_id, 'wamid.' || md5($1::text || n) as provider_message_id,
    to_timestamp($1::bigint / 1000) as at
  from generate_series(0, $2::bigint - 1) n`;

const statements = [
  `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, attempt, sender_id,
     provider_message_id, is_exceptional, request_id)
   select company_id, message_id, case when n % 1000 < 30 then 'in' else 'out' end, ${statusOf}, 'text',
     '+96650' || (1000000 + (n * 7919) % 200000), 'Dear customer, your invoice INV-' || n || ' is ready.', 'meta_cloud', 1,
     company_id, provider_message_id, case when n % 1000 >= 30 and n % 1000 < 50 then true end, request_id
   from day_plan order by n`,
  `insert into message_statuses (company_id, message_id, attempt, status, at, provider_message_id)
   select company_id, message_id, 1, 'sent', at, provider_message_id from day_plan order by n`,
  `insert into requests (company_id, id, method, path, status, error_code, duration_ms, source, body_bytes, body_is_whole,
     message_id)
   select company_id, request_id, 'POST', '/api/v1/messages/send', case when n % 1000 < 20 then 422 else 200 end,
     case when n % 1000 < 20 then 'invalid_value' end, 12, '127.0.0.1', 80, false, message_id from day_plan order by n`,
  `insert into calls (company_id, id, kind, sender_id, message_id, attempt, method, url, status, duration_ms, outcome)
   select company_id, call_id, 'provider', company_id, message_id, 1, 'POST', 'https://graph.example/messages',
     200, 50, 'sent' from day_plan order by n`,
  `insert into events (company_id, id, type, at, message_id, attempt, status, sender_id)
   select company_id, event_id, 'message_status', at, message_id, 1, 'sent', company_id from day_plan order by n`,
  `insert into deliveries (company_id, id, endpoint_id, event_id, event_type, message_id, state, attempt, answer_status,
     error_class)
   select company_id, delivery_id(event_id, company_id), company_id, event_id, 'message_status', message_id,
     case when n % 1000 < 10 then 'failed' else 'delivered' end, 1, case when n % 1000 < 10 then 500 else 200 end,
     case when n % 1000 < 10 then 'server_error' end
   from day_plan order by n`,
];

/** The companies, and for the large one ten senders and ten webhooks. The first of each is the one of the fill. */
const accounts = [
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

export const makePartitions = async (connection: ConnectionSettings, days: number): Promise<void> => {
  const tables = historyTables({ messageRetentionDays: days + 10, requestRetentionDays: days + 10 });
  const withDays = tables.map((table) => ({ ...table, daysBehind: days + 1 }));
  await keepPartitions(connection, withDays, Date.now());
};

const filledTables = ['messages', 'message_statuses', 'requests', 'calls', 'events', 'deliveries'];
const countTables = ['message_counts', 'message_day_counts'];

const tinyPerDay = 29;

/** Has no factor in common with the thousand by which statuses are dealt out, so the tiny company has all of them. */
const tinyStep = (perDay: number): number => {
  const step = Math.max(11, Math.floor(perDay / tinyPerDay));
  return (
    Array.from({ length: 10 }, (_, more) => step + more).find((odd) => odd % 2 !== 0 && odd % 5 !== 0) ?? step
  );
};

const dayText = (start: number): string => new Date(start).toISOString().slice(0, 10).replaceAll('-', '');

/**
 * Triggers are left out and numbers counted once, as they would be by then; those of whole days are kept by triggers on them.
 * A day is cleaned and analyzed while it is in memory, and alone, as the server's own upkeep does it.
 */
const fillDay = async (client: pg.ClientBase, plan: PastPlan, start: number): Promise<void> => {
  const perDay = Math.floor(plan.messages / plan.days);
  await client.query('set session_replication_role = replica');
  // A statement that makes a table takes no parameters.
  const [startText, perDayText] = [String(start), String(perDay)];
  await client.query(
    planDay
      .replaceAll('$1', startText)
      .replaceAll('$2', perDayText)
      .replaceAll('$3', `'{${plan.companies.join(',')}}'`)
      .replaceAll('$4', String(tinyStep(perDay))),
  );
  for (const sql of statements) await client.query(sql);
  await client.query('drop table day_plan');
  await client.query('set session_replication_role = origin');
  await client.query(countDay, [start, start + dayMilliseconds]);
  for (const table of filledTables) await client.query(`vacuum analyze ${table}_${dayText(start)}`);
};

export interface FillOptions {
  /** Called after each day, the newest first; answers false to end the fill there. */
  readonly goOn?: (filledDays: number) => Promise<boolean>;
}

/** Fills the days before today, each client some of them, from the newest back, and answers how many. `makePartitions` comes first. */
export const fillDays = async (
  clients: readonly pg.ClientBase[],
  plan: PastPlan,
  { goOn = async () => true }: FillOptions = {},
): Promise<number> => {
  const [first] = clients;
  if (!first) throw new Error('A fill needs a client.');
  await first.query('set session_replication_role = replica');
  for (const sql of accounts) await first.query(sql, [plan.companies]);
  const today = Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds;
  let [begun, filled, isEnded] = [0, 0, false];
  const work = async (client: pg.ClientBase): Promise<void> => {
    while (begun < plan.days && !isEnded) {
      begun += 1;
      await fillDay(client, plan, today - begun * dayMilliseconds);
      filled += 1;
      if (!(await goOn(filled))) isEnded = true;
    }
  };
  await Promise.all(clients.map(work));
  for (const table of countTables) await first.query(`vacuum analyze ${table}`);
  await fillPeople(first, plan);
  return filled;
};
