// How long a provider waits for the answer to a callback: 200 callbacks a second of 20 parts each, beside nothing else; and
// one callback of a thousand messages, and one of three megabytes, alone. What was answered must all be stored at the end.

import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { toPublicId } from '../../src/platform/ids.ts';
import type { ServerConnection } from '../bench-database.ts';
import { withBenchPostgres } from '../bench-postgres.ts';
import { percentilesOf, round2 } from '../figures.ts';
import { startSimulator } from '../stage/simulator.ts';
import { type BenchCompany, openStage, type Stage, unpaced } from '../stage/stage.ts';
import { coresOf, memoryOf, microsecondsEach, watchCost } from '../stage/watch-cost.ts';
import { atMost, type Say, sayVerdicts } from '../verdicts.ts';

const callbacksPerSecond = 200;
/** Mostly statuses, as a sending company is called back. */
const statusesPerCallback = 15;
const messagesPerCallback = 5;
const barMilliseconds = 250;
const people = 2_000;

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Milliseconds until the answer. */
const callBack = (company: BenchCompany, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const signature = createHmac('sha256', company.fields.app_secret ?? '')
      .update(body)
      .digest('hex');
    const begunAt = performance.now();
    const sent = request(company.callbackUrl ?? '', {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-hub-signature-256': `sha256=${signature}`,
      },
    });
    sent.once('error', reject);
    sent.once('response', (answer) => {
      answer.resume();
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - begunAt);
        else reject(new Error(`a callback was answered ${answer.statusCode}`));
      });
    });
    sent.end(body);
  });

const now = (): string => String(Math.floor(Date.now() / 1000));

const statusOf = (messageId: string): object => ({
  id: `wamid.${messageId}`,
  status: 'delivered',
  timestamp: now(),
  recipient_id: '966501234567',
  biz_opaque_callback_data: `${toPublicId('message', messageId)}:1`,
  pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
});

const messageOf = (text: string): object => ({
  id: `wamid.${randomUUID()}`,
  from: `96650${String(Math.floor(Math.random() * people)).padStart(7, '0')}`,
  timestamp: now(),
  type: 'text',
  text: { body: text },
});

const envelope = (company: BenchCompany, value: object): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '1',
        changes: [
          {
            field: 'messages',
            value: { metadata: { phone_number_id: company.fields.phone_number_id }, ...value },
          },
        ],
      },
    ],
  });

/** Messages as dispatch leaves them when the provider has taken them. */
const insertSent = async (client: pg.Client, companyId: string, count: number): Promise<string[]> => {
  const { rows } = await client.query<{ id: string }>(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, attempt)
     select $1, uuidv7(), 'out', 'sent', 'text', '+966501234567', 'Hello', 'meta_cloud', 1
     from generate_series(1, $2)
     returning id`,
    [companyId, count],
  );
  return rows.map(({ id }) => id);
};

const count = async (client: pg.Client, from: string): Promise<number> =>
  (await client.query<{ count: number }>(`select count(*)::integer as count from ${from}`)).rows[0]?.count ??
  0;

/** Milliseconds until all that was answered is stored too. */
const waitForRest = async ({ client }: Stage, incoming: number, delivered: number): Promise<number> => {
  const begunAt = performance.now();
  for (;;) {
    const stored = await count(client, `messages where direction = 'in'`);
    const statuses = await count(client, `message_statuses where status = 'delivered'`);
    if (stored >= incoming && statuses >= delivered) return Math.round(performance.now() - begunAt);
    if (performance.now() - begunAt > 120_000) {
      throw new Error(
        `${stored} of ${incoming} messages and ${statuses} of ${delivered} statuses are stored`,
      );
    }
    await sleep(100);
  }
};

const measureRate = async (stage: Stage, company: BenchCompany, companyId: string, seconds: number) => {
  const total = callbacksPerSecond * seconds;
  const ids = await insertSent(stage.client, companyId, total * statusesPerCallback);
  const bodies = Array.from({ length: total }, (_, index) =>
    envelope(company, {
      messages: Array.from({ length: messagesPerCallback }, () => messageOf('Is it ready?')),
      statuses: ids
        .slice(index * statusesPerCallback, (index + 1) * statusesPerCallback)
        .map((id) => statusOf(id)),
    }),
  );
  const latencies: number[] = [];
  const running: Promise<unknown>[] = [];
  const endAnswering = await watchCost(stage);
  const endStoring = await watchCost(stage);
  const begunAt = performance.now();
  for (const [index, body] of bodies.entries()) {
    const wait = begunAt + (index * 1000) / callbacksPerSecond - performance.now();
    if (wait > 1) await sleep(wait);
    running.push(callBack(company, body).then((milliseconds) => latencies.push(milliseconds)));
  }
  await Promise.all(running);
  const answering = await endAnswering();
  const memoryMegabytes = memoryOf(stage.gatewayId);
  const keptCallbacks = await count(stage.client, 'stored_callbacks');
  const restMilliseconds = await waitForRest(stage, total * messagesPerCallback, total * statusesPerCallback);
  return {
    callbacks: total,
    ...percentilesOf(latencies),
    restMilliseconds,
    // Processor time of gateway and database, which a busy machine does not change as it changes waiting.
    microsecondsUntilAnswered: microsecondsEach(answering, total),
    microsecondsUntilStored: microsecondsEach(await endStoring(), total),
    keptCallbacks,
    memoryMegabytes,
    cores: coresOf(answering),
  };
};

const run = async (connection: ServerConnection, seconds: number, say: Say): Promise<object> => {
  const simulator = await startSimulator();
  const stage = await openStage({ connection, simulator, database: 'callbacks', paces: [unpaced] });
  try {
    const [company] = stage.companies;
    if (!company) throw new Error('the stage has no company');
    const { rows } = await stage.client.query<{ id: string }>(
      'select id from companies order by id desc limit 1',
    );
    const companyId = rows[0]?.id ?? '';
    // The first callbacks of a process meet code that is not compiled yet.
    for (let times = 0; times < 200; times += 1) {
      await callBack(company, envelope(company, { messages: [messageOf('warm')] }));
    }
    await stage.client.query(`delete from messages where direction = 'in'`);
    const rate = await measureRate(stage, company, companyId, seconds);
    const { p50, p99, restMilliseconds, keptCallbacks, memoryMegabytes } = rate;
    say(
      `200/s of 20 parts for ${seconds} s: p50 ${p50} ms, p99 ${p99} ms; ${keptCallbacks} were kept then, all stored after ${restMilliseconds} ms`,
    );
    say(
      `processor time of each: ${rate.microsecondsUntilAnswered} us until all were answered, ${rate.microsecondsUntilStored} us until all were stored; the gateway had ${memoryMegabytes} MB`,
    );
    const largeOf = (text: string): string =>
      envelope(company, { messages: Array.from({ length: 1_000 }, () => messageOf(text)) });
    const thousand: number[] = [];
    const megabytes: number[] = [];
    for (let times = 0; times < 5; times += 1) {
      thousand.push(round2(await callBack(company, largeOf('Is it ready?'))));
      await sleep(3_000);
      megabytes.push(round2(await callBack(company, largeOf('x'.repeat(2_800)))));
      await sleep(3_000);
    }
    say(`1,000 messages in one callback: ${thousand.join(', ')} ms; of 2.9 MB: ${megabytes.join(', ')} ms`);
    const middle = (values: readonly number[]): number => values.toSorted((one, two) => one - two)[2] ?? 0;
    const verdicts = [
      atMost('p99 at 200 callbacks/s of 20 parts, ms', p99, barMilliseconds),
      atMost('1,000 messages in one callback, median ms', middle(thousand), barMilliseconds),
      atMost('2.9 MB in one callback, median ms', middle(megabytes), barMilliseconds),
    ];
    sayVerdicts(verdicts, say);
    return { rate, thousand, megabytes, verdicts };
  } finally {
    await stage.stop();
    await simulator.stop();
  }
};

export const benchCallbacks = async (words: readonly string[]): Promise<object> => {
  const { values } = parseArgs({ args: [...words], options: { seconds: { type: 'string', default: '20' } } });
  return await withBenchPostgres((connection) => run(connection, Number(values.seconds), console.log));
};
