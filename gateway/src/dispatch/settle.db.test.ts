// The outcomes of messages as they are written: which process may write them, and the rows that are written with them.

import { describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { toCallRow } from '../monitoring/calls/call-row.ts';
import { insertRequests } from '../monitoring/queries.ts';
import { newUuid } from '../platform/ids.ts';
import type { LaneKey } from './lane-key.ts';
import type { Settlement } from './settlement.ts';
import { settle } from './settling/queries.ts';
import { insertMessage, makeSettlement, newLane, readMessage } from './tests-support/lane-table.ts';
import { someFailure } from './tests-support/make-entry.ts';
import { makeRequest } from './tests-support/make-request.ts';

const database = await useDatabase();
const pool = database.openPool(2);

const [ours, theirs] = ['7', '8'];
const failure = JSON.stringify(someFailure);

const underWay = async (choices = {}): Promise<{ lane: LaneKey; id: string }> => {
  const lane = newLane();
  const id = await insertMessage(database, lane, {
    status: 'sending',
    attempt: 1,
    ownerEpoch: ours,
    ...choices,
  });
  return { lane, id };
};

const settleOne = async (settlement: Settlement): Promise<boolean> =>
  (await settle(pool, [settlement])).length === 1;

const eventsOf = ({ companyId }: LaneKey) =>
  database.query<{ status: string; attempt: number; data: string | null }>(
    `select status, attempt, data from events where company_id = $1 order by id`,
    [companyId],
  );
const statusesOf = async ({ companyId }: LaneKey): Promise<string[]> =>
  (
    await database.query<{ line: string }>(
      `select attempt || ' ' || status as line from message_statuses where company_id = $1 order by recorded_at`,
      [companyId],
    )
  ).map(({ line }) => line);

type Ending = Pick<Settlement, 'status' | 'historyStatus'>;
const endings: Record<string, Ending> = {
  sent: { status: 'sent', historyStatus: 'sent' },
  failed: { status: 'failed', historyStatus: 'failed' },
  unconfirmed: { status: 'unconfirmed', historyStatus: 'unconfirmed' },
  queued: { status: 'queued', historyStatus: null },
};
const fenced = ['failed', 'unconfirmed', 'queued'].map((name) => [name, endings[name] as Ending] as const);

describe('an outcome', () => {
  it('that is sent ends the attempt, with the provider id, its status and one event', async () => {
    const { lane, id } = await underWay();
    expect(await settleOne(makeSettlement(lane, id, ours))).toBe(true);
    expect(await readMessage(database, lane, id)).toEqual({
      status: 'sent',
      attempt: 1,
      owner_epoch: null,
      is_waiting: false,
      is_due_later: false,
      provider_message_id: `wamid.${id}`,
      failure: null,
    });
    expect(await statusesOf(lane)).toEqual(['1 sent']);
    expect(await eventsOf(lane)).toEqual([{ status: 'sent', attempt: 1, data: null }]);
  });

  it.each(fenced)(
    'that is %s is written for the process and attempt the row names',
    async (_name, ending) => {
      const { lane, id } = await underWay();
      const settlement = makeSettlement(lane, id, ours, { ...ending, failure, providerMessageId: null });
      expect(await settleOne(settlement)).toBe(true);
      expect(await readMessage(database, lane, id)).toMatchObject({
        status: ending.status,
        failure,
        owner_epoch: null,
        is_waiting: ending.status === 'queued',
      });
      const expected = ending.historyStatus
        ? [{ status: ending.historyStatus, attempt: 1, data: `{"failure":${failure}}` }]
        : [];
      expect(await eventsOf(lane)).toEqual(expected);
    },
  );

  it.each(fenced)(
    'that is %s is left out when it speaks for another process or attempt',
    async (_name, ending) => {
      const { lane, id } = await underWay();
      const other = { ...ending, failure, providerMessageId: null };
      expect(await settleOne(makeSettlement(lane, id, theirs, other))).toBe(false);
      expect(await settleOne(makeSettlement(lane, id, ours, { ...other, attempt: 2 }))).toBe(false);
      expect(await readMessage(database, lane, id)).toMatchObject({ status: 'sending', owner_epoch: ours });
      expect([await statusesOf(lane), await eventsOf(lane)]).toEqual([[], []]);
    },
  );

  it('that is sent is true from any process: also of a message that waits to be tried again', async () => {
    const lane = newLane();
    const id = await insertMessage(database, lane, { attempt: 1, dueIn: '1 minute' });
    expect(await settleOne(makeSettlement(lane, id, theirs))).toBe(true);
    expect(await readMessage(database, lane, id)).toMatchObject({
      status: 'sent',
      is_waiting: false,
      is_due_later: false,
    });
  });

  it('that goes back with a time waits for it', async () => {
    const { lane, id } = await underWay();
    const dueAt = new Date(Date.now() + 60_000);
    await settleOne(makeSettlement(lane, id, ours, { status: 'queued', historyStatus: null, dueAt }));
    const [row] = await database.query('select lane_id, due_at from messages where id = $1', [id]);
    expect(row).toEqual({ lane_id: lane.senderId, due_at: dueAt });
  });

  it.each([
    ['delivered', 'sent'],
    ['read', 'sent'],
    ['delivered', 'failed'],
    ['sent', 'unconfirmed'],
    ['delivered', 'queued'],
    ['failed', 'queued'],
  ])('leaves a message %s when its status came before our own %s', async (status, name) => {
    const { lane, id } = await underWay({ status });
    const settlement = makeSettlement(lane, id, ours, { ...(endings[name] as Ending), failure: null });
    expect(await settleOne(settlement)).toBe(true);
    expect(await readMessage(database, lane, id)).toMatchObject({
      status,
      owner_epoch: null,
      is_waiting: false,
    });
  });

  it('that is written twice after a lost reply changes and emits nothing more', async () => {
    const { lane, id } = await underWay();
    const settlement = makeSettlement(lane, id, ours);
    await settleOne(settlement);
    await settleOne(settlement);
    expect([await statusesOf(lane), (await eventsOf(lane)).length]).toEqual([['1 sent'], 1]);
  });

  it('emits a status that the provider has reported before no second time', async () => {
    const { lane, id } = await underWay({ status: 'sent' });
    await database.query(
      `insert into message_statuses (company_id, message_id, attempt, status, at) values ($1, $2, 1, 'sent', now())`,
      [lane.companyId, id],
    );
    await settleOne(makeSettlement(lane, id, ours));
    expect(await eventsOf(lane)).toEqual([]);
  });

  it('says when a status has come under the id that it brings', async () => {
    const { lane, id } = await underWay();
    await database.query(
      `insert into parked_statuses (company_id, provider_message_id, status, sender_id, at)
       values ($1, $2, 'sent', $3, now())`,
      [lane.companyId, `wamid.${id}`, lane.senderId],
    );
    expect(await settle(pool, [makeSettlement(lane, id, ours)])).toMatchObject([{ has_parked: true }]);
    const other = await underWay();
    expect(await settle(pool, [makeSettlement(other.lane, other.id, ours)])).toMatchObject([
      { has_parked: false },
    ]);
  });
});

describe('with an outcome', () => {
  it('its call is written, also when the message has moved on', async () => {
    const { lane, id } = await underWay();
    const call = toCallRow({
      companyId: lane.companyId,
      id: newUuid(),
      kind: 'provider',
      senderId: lane.senderId,
      messageId: id,
      attempt: 1,
      outcome: 'unknown',
      exchange: {
        method: 'POST',
        url: 'https://graph.facebook.com/v24.0/1/messages',
        requestBody: '{"type":"text"}',
        status: null,
        answerBody: null,
        milliseconds: 35_000,
      },
      failure: someFailure,
    });
    await settleOne(makeSettlement(lane, id, theirs, { ...(endings.failed as Ending), call }));
    const calls = await database.query(
      'select id, message_id, outcome, status, duration_ms, failure from calls where company_id = $1',
      [lane.companyId],
    );
    expect(calls).toEqual([
      { id: call.id, message_id: id, outcome: 'unknown', status: null, duration_ms: 35_000, failure },
    ]);
  });

  /** A message whose request is answered 202 so far. */
  const waitedFor = async () => {
    const { lane, id } = await underWay();
    const requestId = newUuid();
    await database.query(
      `insert into requests (company_id, id, method, path, status, duration_ms, source, body_bytes, body_is_whole, answer,
         message_id)
       values ($1, $2, 'POST', '/api/v1/messages/send', 202, 1, '127.0.0.1', 0, true, 'queued', $3)`,
      [lane.companyId, requestId, id],
    );
    await database.query(
      `insert into idempotency_keys (company_id, key, fingerprint, message_id, status, answer)
       values ($1, 'key', '', $2, 202, 'queued')`,
      [lane.companyId, id],
    );
    const request = makeRequest({
      companyId: lane.companyId,
      id: requestId,
      messageId: id,
      idempotencyKey: 'key',
    });
    const answer = {
      request,
      status: 422,
      text: '{"code":"provider_rejected"}',
      errorCode: 'provider_rejected',
    };
    const read = async () => [
      ...(await database.query('select status, answer, error_code from requests where id = $1', [requestId])),
      ...(await database.query('select status, answer from idempotency_keys where company_id = $1', [
        lane.companyId,
      ])),
    ];
    return { lane, id, answer, read };
  };

  it('the answer of the request that waited for it is kept by its row and its key', async () => {
    const { lane, id, answer, read } = await waitedFor();
    await settleOne(makeSettlement(lane, id, ours, { ...(endings.failed as Ending), answer }));
    expect(await read()).toEqual([
      { status: 422, answer: answer.text, error_code: 'provider_rejected' },
      { status: 422, answer: answer.text },
    ]);
  });

  it('no answer is kept when the outcome was not written', async () => {
    const { lane, id, answer, read } = await waitedFor();
    await settleOne(makeSettlement(lane, id, theirs, { ...(endings.failed as Ending), answer }));
    expect(await read()).toEqual([
      { status: 202, answer: 'queued', error_code: null },
      { status: 202, answer: 'queued' },
    ]);
  });
});

describe('a request that is written with the outcome of its message', () => {
  const pending = async (idempotencyKey: string | null = null) => {
    const { lane, id } = await underWay();
    const request = makeRequest({ companyId: lane.companyId, messageId: id, idempotencyKey });
    await database.query('update messages set pending_request = $2 where id = $1', [
      id,
      JSON.stringify(request),
    ]);
    const answer = { request, status: 200, text: '{"status":"sent"}', errorCode: null };
    const read = async () => [
      ...(await database.query('select status, answer, body, user_agent from requests where id = $1', [
        request.id,
      ])),
      ...(await database.query(
        'select pending_request is not null as is_pending from messages where id = $1',
        [id],
      )),
    ];
    return { lane, id, request, answer, read };
  };
  const kept = { body: '{"to":"+966501234567"}', user_agent: 'test' };
  const written = { is_pending: false };

  it('has the answer that it was given', async () => {
    const { lane, id, request, answer, read } = await pending();
    await settleOne(makeSettlement(lane, id, ours, { ...(endings.sent as Ending), answer, request }));
    expect(await read()).toEqual([{ status: 200, answer: answer.text, ...kept }, written]);
  });

  it('has its key answered like it', async () => {
    const { lane, id, request, answer, read } = await pending('key');
    await database.query(
      `insert into idempotency_keys (company_id, key, fingerprint, message_id, status, answer)
       values ($1, 'key', '', $2, 202, 'queued')`,
      [lane.companyId, id],
    );
    await settleOne(makeSettlement(lane, id, ours, { ...(endings.sent as Ending), answer, request }));
    expect(await read()).toEqual([{ status: 200, answer: answer.text, ...kept }, written]);
    expect(
      await database.query('select status, answer from idempotency_keys where company_id = $1', [
        lane.companyId,
      ]),
    ).toEqual([{ status: 200, answer: answer.text }]);
  });

  it('is there as queued when the message goes back to its lane', async () => {
    const { lane, id, request, read } = await pending();
    await settleOne(makeSettlement(lane, id, ours, { ...(endings.queued as Ending), request }));
    expect(await read()).toEqual([{ status: 202, answer: '{"status":"queued"}', ...kept }, written]);
  });

  it('stays as it is when it was answered before', async () => {
    const { lane, id, request, answer, read } = await pending();
    await insertRequests(pool, [{ ...request, answer: 'earlier' }]);
    await settleOne(makeSettlement(lane, id, ours, { ...(endings.sent as Ending), answer, request }));
    expect(await read()).toEqual([{ status: 202, answer: 'earlier', ...kept }, written]);
  });

  it('is not written when the outcome was not', async () => {
    const { lane, id, request, read } = await pending();
    await settleOne(makeSettlement(lane, id, theirs, { ...(endings.failed as Ending), request }));
    expect(await read()).toEqual([{ is_pending: true }]);
  });
});

describe('a batch of outcomes', () => {
  it('is written whole, each message for itself', async () => {
    const made = await Promise.all(Array.from({ length: 60 }, () => underWay()));
    const names = Object.keys(endings);
    const rows = made.map(({ lane, id }, index) =>
      makeSettlement(lane, id, index % 5 === 4 ? theirs : ours, {
        ...(endings[names[index % 4] as string] as Ending),
        failure: null,
      }),
    );
    const settled = new Set((await settle(pool, rows)).map((row) => row.message_id));
    for (const [index, row] of rows.entries()) {
      const isOurs = row.ownerEpoch === ours || row.status === 'sent';
      expect(settled.has(row.id)).toBe(isOurs);
      const { status } = await readMessage(database, row, made[index]?.id ?? '');
      expect(status).toBe(isOurs ? row.status : 'sending');
    }
  });
});
