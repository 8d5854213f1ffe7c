// A past of many messages that were sent and read, in today's partitions, written by the server itself: each with its
// request, its call, three statuses and three events.

import type pg from 'pg';
import { fromPublicId } from '../../src/platform/ids.ts';

/** A UUIDv7 of a moment between midnight and now, made in SQL; `n` spreads the rows over the day in order. */
const historicId = (salt: string): string => `(
  lpad(to_hex((extract(epoch from date_trunc('day', now() at time zone 'utc')) * 1000
    + n::float8 / $2::float8 * 1000 * extract(epoch from (now() at time zone 'utc')
      - date_trunc('day', now() at time zone 'utc') - interval '1 minute'))::bigint), 12, '0')
  || '7' || lpad(to_hex((n % 4096)::integer), 3, '0')
  || '8' || substr(md5(n::text || ${salt}), 1, 15))::uuid`;

const everyRow = 'from generate_series($3::bigint, $4::bigint) n';
const everyStatus = `${everyRow}, unnest(array['sent', 'delivered', 'read']) status`;
const wamid = `'wamid.' || md5(n::text) || 'AgcGFk'`;

const statements = [
  `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, request_id, attempt,
     provider_message_id, sender_id)
   select $1, ${historicId(`'m'`)}, 'out', 'read', 'text', '+96650' || (1000000 + n % 8999999),
     'Dear customer, your invoice INV-' || n || ' is ready. Thank you for your business!', 'meta_cloud',
     ${historicId(`'r'`)}, 1, ${wamid}, (select id from senders where company_id = $1 limit 1)
   ${everyRow}`,
  `insert into requests (company_id, id, method, path, status, duration_ms, source, body, body_bytes, body_is_whole,
     answer, message_id)
   select $1, ${historicId(`'r'`)}, 'POST', '/api/v1/messages/send', 202, 1.5, '127.0.0.1',
     '{"to":"+966501234567","message":"Dear customer, your invoice ' || n || ' is ready."}', 80, true,
     '{"status":"queued","message_id":"msg_01kagx5p9ne0ps4a2v7qk3m8dz","timestamp":"2026-11-15T09:30:00.000Z"}',
     ${historicId(`'m'`)}
   ${everyRow}`,
  `insert into calls (company_id, id, kind, message_id, attempt, method, url, request_body, status, answer_body,
     duration_ms, outcome)
   select $1, ${historicId(`'c'`)}, 'provider', ${historicId(`'m'`)}, 1, 'POST',
     'https://graph.facebook.com/v24.0/106540352242922/messages',
     '{"messaging_product":"whatsapp","to":"+966501234567","text":{"body":"Your invoice ' || n || ' is ready."}}', 200,
     '{"messaging_product":"whatsapp","messages":[{"id":"' || ${wamid} || '"}]}', 52, 'sent'
   ${everyRow}`,
  `insert into message_statuses (company_id, message_id, attempt, status, at, provider_message_id, raw)
   select $1, ${historicId(`'m'`)}, 1, status, now(), ${wamid},
     '{"id":"' || ${wamid} || '","status":"' || status || '","recipient_id":"966501234567"}'
   ${everyStatus}`,
  `insert into events (company_id, id, type, at, message_id, attempt, status)
   select $1, ${historicId('status')}, 'message_status', now(), ${historicId(`'m'`)}, 1, status
   ${everyStatus}`,
];

const slices = 20;
const tables = ['messages', 'requests', 'calls', 'message_statuses', 'events'];

export const fillHistory = async (client: pg.Client, companyId: string, rows: number): Promise<void> => {
  const company = fromPublicId('company', companyId);
  for (let slice = 0; slice < slices; slice += 1) {
    const from = Math.floor((rows * slice) / slices);
    const to = Math.floor((rows * (slice + 1)) / slices) - 1;
    for (const statement of statements) await client.query(statement, [company, rows, from, to]);
  }
  for (const table of tables) await client.query(`vacuum analyze ${table}`);
  await client.query('checkpoint');
};
