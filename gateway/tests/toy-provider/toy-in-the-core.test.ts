// The toy provider under the real core: its messages go out through the same attempt, its callbacks come in through the
// same route, and nothing outside this folder was changed for it.

import Fastify from 'fastify';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createCallbackReceiver } from '../../src/callbacks/callback-receiver.ts';
import { createCallbackInbox, registerCallbackRoutes } from '../../src/callbacks/routes.ts';
import { attemptSend } from '../../src/dispatch/attempt-send.ts';
import type { Settlement } from '../../src/dispatch/settlement.ts';
import { makeEntry } from '../../src/dispatch/tests-support/make-entry.ts';
import { createIncomingRecorder } from '../../src/messages/incoming/incoming-recorder.ts';
import { createStatusRecorder } from '../../src/messages/statuses/status-recorder.ts';
import { newUuid, toPublicId } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { createOutgoingHttp } from '../../src/platform/outgoing-http/outgoing-http.ts';
import { deriveSecrets } from '../../src/platform/secrets.ts';
import { callbackPath } from '../../src/senders/callback-path.ts';
import { createSenderDirectory, type Sender } from '../../src/senders/directory.ts';
import { useDatabase } from '../support/database.ts';
import { atFileEnd } from '../support/file-end.ts';
import { insertOneOutgoing, storyOf } from '../support/outgoing-message.ts';
import { createToyBench, toyCallback } from './toy-bench.ts';
import { toyProvider } from './toy-provider.ts';

const publicUrl = 'https://gateway.example';
const database = await useDatabase();
const writers = new pg.Pool({ connectionString: database.url, max: 4 });
const bench = await createToyBench();
const http = createOutgoingHttp({ connections: 2 });
const log = createLog('silent');
const companyId = newUuid();
const id = newUuid();

const sender: Sender = {
  companyId,
  id,
  publicId: toPublicId('sender', id),
  storeId: null,
  name: 'Loft',
  provider: toyProvider,
  account: toyProvider.accountOf(bench.fields),
  phoneNumber: null,
  isDefault: true,
  isSimulated: false,
  messagesPerSecond: 10,
  state: 'connected',
  failure: null,
  fields: bench.fields,
};
const path = callbackPath({ provider: toyProvider.name, companyId, id });

const slowed: [string, number][] = [];
const server = Fastify();
const directory = createSenderDirectory({ load: async () => [sender] });
const receiver = createCallbackReceiver({
  pool: writers,
  writers,
  directory,
  statuses: createStatusRecorder({ writers }),
  incoming: createIncomingRecorder({ writers }),
  slowDown: async ({ senderId }, milliseconds) => void slowed.push([senderId, milliseconds]),
  secrets: deriveSecrets('a secret key that only the tests know'),
  answerMilliseconds: 60_000,
  log,
});
await registerCallbackRoutes(server, {
  pool: writers,
  directory,
  receiver,
  publicUrl: () => publicUrl,
  recorder: { record: () => undefined },
  inbox: createCallbackInbox(100),
  bodySeconds: 10,
  onBound: () => undefined,
  log,
});
atFileEnd(async () => {
  await Promise.all([server.close(), bench.close(), http.close(), writers.end()]);
});

/** Calls back as the provider would: signed over the address that it was given, not over the Host header. */
const callBack = (parameters: Record<string, string>, query = '', host = 'somewhere.else') => {
  const { headers, body } = toyCallback(`${publicUrl}${path}${query}`, parameters);
  return server.inject({
    method: 'POST',
    url: `${path}${query}`,
    headers: { ...(headers as Record<string, string>), host },
    payload: body,
  });
};

/** One attempt, and what would have been written of it. */
const attempt = async (to: string): Promise<Settlement> => {
  const settlements: Settlement[] = [];
  const outcomes = {
    write: async (settlement: Settlement) => settlements.push(settlement) > 0,
    isWriting: () => false,
    drain: async () => undefined,
    waiting: 0,
  };
  const entry = { ...makeEntry({ attempt: 1 }), phoneNumber: to };
  await attemptSend({ http, outcomes, publicUrl: () => publicUrl, log }, sender, entry, '7');
  const [settlement] = settlements;
  if (!settlement) throw new Error('nothing was written');
  return settlement;
};

describe('a message by a provider from outside', () => {
  it('names an address of its own for its statuses, and keeps both calls', async () => {
    const settlement = await attempt(bench.people.arrives);
    expect(settlement).toMatchObject({ status: 'sent', steps: [{ outcome: 'sent' }] });
    const form = new URLSearchParams(settlement.call?.requestBody ?? '');
    const echo = `${toPublicId('message', settlement.id)}:1`;
    expect(form.get('StatusCallback')).toBe(`${publicUrl}${path}?echo=${encodeURIComponent(echo)}`);
  });

  it('whose answer was lost is looked up: sent when it was taken, tried again when it was not', async () => {
    expect(await attempt(bench.people['breaks taken'])).toMatchObject({ status: 'sent' });
    expect(await attempt(bench.people['breaks untaken'])).toMatchObject({
      status: 'queued',
      historyStatus: null,
    });
  });
});

describe('a callback of a provider from outside', () => {
  it('is a form, is proven over its address, and finds its message by the query', async () => {
    const message = await insertOneOutgoing(database, companyId, { status: 'sent' });
    const query = `?echo=${encodeURIComponent(message.echo)}`;
    const answer = await callBack({ MessageSid: 'SM9', MessageStatus: 'delivered', To: '+1' }, query);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await storyOf(database, message)).toMatchObject({ status: 'delivered', events: ['1 delivered'] });
  });

  it('without proof gets the answer that the provider wants', async () => {
    const parameters = { MessageSid: 'SM9', MessageStatus: 'delivered' };
    const { headers, body } = toyCallback(`${publicUrl}${path}?echo=other`, parameters);
    const answer = await server.inject({
      method: 'POST',
      url: path,
      headers: headers as Record<string, string>,
      payload: body,
    });
    expect(answer.statusCode).toBe(503);
  });

  it('with a message of no time is emitted once', async () => {
    const parameters = { MessageSid: `MM${newUuid()}`, From: '+15550003333', Body: 'Coo' };
    await callBack(parameters);
    await callBack(parameters);
    const rows = await database.query(
      `select id from events where company_id = $1 and type = 'incoming_message'`,
      [companyId],
    );
    expect(rows).toHaveLength(1);
  });

  it('with a verdict about the sender is acted on like an answer', async () => {
    await callBack({ MessageSid: 'SM10', MessageStatus: 'failed', ErrorCode: '63018', To: '+1' });
    expect(slowed).toEqual([[id, 5_000]]);
  });

  it('has no handshake to answer', async () => {
    expect((await server.inject({ method: 'GET', url: path })).statusCode).toBe(403);
  });
});
