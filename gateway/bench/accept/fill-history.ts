// Millions of messages and requests of one company in today's partitions, written by the server itself.

import type pg from 'pg';
import { fromPublicId } from '../../src/platform/ids.ts';

/** A UUIDv7 of a moment between midnight and now, made in SQL; `n` spreads the rows over the day in order. */
const historicId = `(
  lpad(to_hex((extract(epoch from date_trunc('day', now() at time zone 'utc')) * 1000
    + n::float8 / $2::float8 * 1000 * extract(epoch from (now() at time zone 'utc')
      - date_trunc('day', now() at time zone 'utc') - interval '1 minute'))::bigint), 12, '0')
  || '7' || lpad(to_hex((n % 4096)::integer), 3, '0')
  || '8' || substr(md5(n::text || salt), 1, 15))::uuid`;

const slices = 20;

export const fillHistory = async (client: pg.Client, companyId: string, rows: number): Promise<void> => {
  const company = fromPublicId('company', companyId);
  for (let slice = 0; slice < slices; slice += 1) {
    const from = Math.floor((rows * slice) / slices);
    const to = Math.floor((rows * (slice + 1)) / slices) - 1;
    await client.query(
      `insert into messages (company_id, id, direction, status, type, phone_number, body, provider)
       select $1, ${historicId}, 'out', 'sent', 'text', '+96650' || (1000000 + n % 8999999),
         'Dear customer, your invoice INV-' || n || ' is ready. Thank you for your business!', 'meta_cloud'
       from generate_series($3::bigint, $4::bigint) n, (values ('m')) s (salt)`,
      [company, rows, from, to],
    );
    await client.query(
      `insert into requests (company_id, id, method, path, status, duration_ms, source, body, body_bytes, body_is_whole, answer)
       select $1, ${historicId}, 'POST', '/api/v1/messages/send', 202, 1.5, '127.0.0.1',
         '{"to":"+966501234567","message":"Dear customer, your invoice ' || n || ' is ready."}', 80, true,
         '{"status":"queued","message_id":"msg_01kagx5p9ne0ps4a2v7qk3m8dz","timestamp":"2026-11-15T09:30:00.000Z"}'
       from generate_series($3::bigint, $4::bigint) n, (values ('r')) s (salt)`,
      [company, rows, from, to],
    );
  }
  await client.query('vacuum analyze messages');
  await client.query('vacuum analyze requests');
  await client.query('checkpoint');
};
