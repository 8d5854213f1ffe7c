// A database as an older gateway left it: its migrations only, with messages of many days, people and what still waits.

import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { historyTables } from '../../src/app/history-tables.ts';
import { createCompanyIn } from '../../src/companies/create-company.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { keepPartitions } from '../../src/platform/database/partitions.ts';
import { newUuid, toPublicId } from '../../src/platform/ids.ts';
import { deriveSecrets } from '../../src/platform/secrets.ts';
import { dayMilliseconds } from '../../src/platform/time.ts';
import { insertSender, makeDefault } from '../../src/senders/queries.ts';
import { sealFields } from '../../src/senders/sealed-fields.ts';
import { newSimulatedNumber } from '../../src/simulator/simulator-number.ts';
import { type TestDatabase, useEmptyDatabase } from './database.ts';
import { testSecretKey } from './gateway.ts';

/** Migrations are never changed, so the first thirteen are the database of the gateway that carried texts only. */
const oldVersion = 13;
const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));

export interface OldDatabase {
  readonly database: TestDatabase;
  readonly companyId: string;
  readonly companyUuid: string;
  readonly token: string;
  readonly messages: number;
  /** How many of the messages were not sent yet when the old gateway stopped. */
  readonly waiting: number;
}

export interface OldDatabasePlan {
  readonly days: number;
  readonly messagesPerDay: number;
  readonly waiting: number;
  readonly people: number;
}

/** A UUIDv7 of a moment of a day; `n` of `$2` spreads the rows over it. $1 is the start of the day in ms. */
const idOf = `(lpad(to_hex($1::bigint + (n * 86399000 / $2)::bigint), 12, '0') || '7' ||
  lpad(to_hex((n % 4096)::integer), 3, '0') || '8' || substr(md5($1::text || n), 1, 15))::uuid`;

/** Every fourth person lives where WhatsApp's ids differ from phone numbers. */
const numberOf = (n: string): string => `case ${n} % 8
  when 0 then '+55119' || (70000000 + ${n})
  when 4 then '+521' || (5510000000 + ${n})
  else '+9665' || (10000000 + ${n}) end`;

const fillMessages = `
  insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id, attempt,
    provider_message_id)
  select $3, ${idOf}, 'out', case when n % 50 = 0 then 'failed' else 'read' end, 'text', ${numberOf('(n % $5)')},
    'Invoice ' || n, 'meta_cloud', $4, 1, 'wamid.' || md5($1::text || n)
  from generate_series(0, $2::bigint - 1) n`;

/** Every tenth has opted out. */
const fillContacts = `
  insert into contacts (company_id, id, phone_number, name, consent)
  select $1, gen_random_uuid(), ${numberOf('n')}, 'Person ' || n,
    case when n % 10 = 0 then 'opted_out' else 'unknown' end
  from generate_series(0, $2::bigint - 1) n`;

/** To people who have not opted out: their numbers are odd. */
const fillWaiting = `
  insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id, lane_id)
  select $3, ${idOf}, 'out', 'queued', 'text', ${numberOf('(2 * n + 1)')}, 'Waiting ' || n, 'meta_cloud', $4, $4
  from generate_series(0, $2::bigint - 1) n`;

const fill = async (
  url: string,
  client: pg.Client,
  companyUuid: string,
  plan: OldDatabasePlan,
): Promise<void> => {
  const tables = historyTables({ messageRetentionDays: 180, requestRetentionDays: 30 });
  const withDays = tables.map((table) => ({ ...table, daysBehind: plan.days + 1 }));
  await keepPartitions({ connectionString: url }, withDays, Date.now());
  const { rows } = await client.query<{ id: string }>('select id from senders where company_id = $1', [
    companyUuid,
  ]);
  const senderId = rows[0]?.id;
  const today = Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds;
  for (let day = plan.days; day >= 1; day -= 1) {
    const start = today - day * dayMilliseconds;
    await client.query(fillMessages, [start, plan.messagesPerDay, companyUuid, senderId, plan.people]);
  }
  await client.query(fillContacts, [companyUuid, plan.people]);
  // The old gateway takes a lane before its first message.
  await client.query('insert into lanes (sender_id, company_id) values ($1, $2)', [senderId, companyUuid]);
  await client.query(fillWaiting, [today - dayMilliseconds + 1, plan.waiting, companyUuid, senderId]);
};

/**
 * A company with its first store, its token and its simulated sender, in the columns of that time: what creates a company
 * today asks for newer ones.
 */
const addCompany = async (client: pg.Client): Promise<{ companyUuid: string; token: string }> => {
  const secrets = deriveSecrets(testSecretKey);
  const company = { name: 'Al Noor Clinic', timezone: 'Asia/Riyadh', plan: 'active', trialDays: 14 } as const;
  const { companyId, token } = await createCompanyIn(client, secrets, company);
  const number = newSimulatedNumber('meta_cloud');
  if (!number) throw new Error('the simulator does not speak meta_cloud');
  const senderId = newUuid();
  await insertSender(client, {
    company_id: companyId,
    id: senderId,
    store_id: null,
    name: 'Simulator',
    provider: number.provider,
    account: number.fields.phone_number_id ?? null,
    phone_number: number.phoneNumber,
    is_simulated: true,
    messages_per_second: 80,
    fields: sealFields(secrets, { companyId, id: senderId }, number.fields),
  });
  await makeDefault(client, companyId, senderId);
  return { companyUuid: companyId, token };
};

export const useOldDatabase = async (plan: OldDatabasePlan): Promise<OldDatabase> => {
  const database = await useEmptyDatabase();
  const all = await readMigrations(migrationsFolder);
  await migrate({ connectionString: database.url }, all.slice(0, oldVersion));
  const client = await database.connect();
  try {
    const { companyUuid, token } = await addCompany(client);
    await fill(database.url, client, companyUuid, plan);
    const companyId = toPublicId('company', companyUuid);
    const messages = plan.days * plan.messagesPerDay + plan.waiting;
    return { database, companyId, companyUuid, token, messages, waiting: plan.waiting };
  } finally {
    await client.end();
  }
};
