import type { Timeline, TimelineEntry } from '@hudhud/contract/timeline.ts';
import { describe, expect, it } from 'vitest';
import { storyCallsText, storyValues } from '../src/messages/timeline/queries.ts';
import { firstUuidAt, newUuid, toPublicId } from '../src/platform/ids.ts';
import { insertCall } from './support/call-rows.ts';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway();
const { database } = gateway;
const company = await gateway.createCompany();
const start = Date.now() - 60_000;

let made = 0;
/** An id for a moment, a little apart from every other that the tests make for it. */
const uuidAt = (milliseconds: number): string => {
  made += 1;
  return firstUuidAt(start + milliseconds).replace(/.{4}$/, made.toString(16).padStart(4, '0'));
};

const insertMessage = async (fields: Record<string, unknown> = {}): Promise<string> => {
  const row = {
    company_id: company.uuid,
    id: uuidAt(10),
    direction: 'out',
    status: 'queued',
    type: 'text',
    phone_number: '+966501234567',
    body: 'Hello',
    provider: 'meta_cloud',
    ...fields,
  };
  const names = Object.keys(row);
  await database.query(
    `insert into messages (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  return row.id;
};

const insertStatus = async (
  messageId: string,
  status: string,
  milliseconds: number,
  choices: { attempt?: number; recordedAt?: number; failure?: object } = {},
): Promise<void> => {
  await database.query(
    `insert into message_statuses (company_id, message_id, attempt, status, at, recorded_at, failure)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      company.uuid,
      messageId,
      choices.attempt ?? 1,
      status,
      new Date(start + milliseconds),
      new Date(start + (choices.recordedAt ?? milliseconds)),
      choices.failure ? JSON.stringify(choices.failure) : null,
    ],
  );
};

const insertRequest = async (messageId: string): Promise<string> => {
  const id = uuidAt(5);
  await database.query(
    `insert into requests (company_id, id, method, path, status, duration_ms, source, body_bytes, body_is_whole, message_id)
     values ($1, $2, 'POST', '/api/v1/messages/send', 202, 1, '127.0.0.1', 0, true, $3)`,
    [company.uuid, id, messageId],
  );
  return id;
};

const insertSender = async (name: string): Promise<string> => {
  const id = newUuid();
  await database.query(
    `insert into senders (company_id, id, name, provider, account, messages_per_second, fields)
     values ($1, $2, $3, 'meta_cloud', '1', 80, '')`,
    [company.uuid, id, name],
  );
  return id;
};

const read = async (messageId: string): Promise<Timeline> => {
  const path = `/api/v1/messages/${toPublicId('message', messageId)}/timeline`;
  const answer = await company.get<Timeline>(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const titles = ({ entries }: Timeline): string[] => entries.map(({ title }) => title);

const busy = {
  code: '131056',
  title: 'Too many messages to this person',
  detail: '(#131056)',
  cause: 'The pair rate limit was hit.',
  action: 'Wait.',
};

describe('GET /api/v1/messages/{id}/timeline', () => {
  it('200: shows the whole story of a message, in order', async () => {
    const senderId = await insertSender('Main clinic');
    const id = uuidAt(10);
    const requestId = await insertRequest(id);
    await insertMessage({ id, sender_id: senderId, request_id: requestId, reference: 'order 7' });
    const second = Math.ceil((start + 3_000) / 1_000) * 1_000 - start;
    await insertStatus(id, 'read', second, { attempt: 2, recordedAt: second + 900 });
    await insertStatus(id, 'delivered', second, { attempt: 2, recordedAt: second + 800 });
    await insertStatus(id, 'sent', 2_050, { attempt: 2 });
    await insertStatus(id, 'sending', 2_000, { attempt: 2 });
    await insertStatus(id, 'queued', 60, { attempt: 1, failure: busy });
    await insertStatus(id, 'sending', 20);
    const calls = [
      await insertCall(database, company.uuid, {
        id: uuidAt(20),
        messageId: id,
        senderId,
        outcome: 'retry',
        status: 400,
        failure: busy,
      }),
      await insertCall(database, company.uuid, { id: uuidAt(2_000), messageId: id, senderId, attempt: 2 }),
    ];

    const story = await read(id);

    expect(story).toMatchObject({ message_id: toPublicId('message', id), is_complete: true });
    expect(titles(story)).toEqual([
      'Asked for by POST /api/v1/messages/send, answered 202',
      'Checked and stored, to be sent by Main clinic',
      'Being sent',
      'Attempt 1: the provider did not accept it; Hudhud will retry (Too many messages to this person)',
      'Waiting to be sent again: Too many messages to this person',
      'Being sent',
      'Attempt 2: the provider accepted it',
      'Taken by the provider',
      'Delivered to the phone',
      'Read',
    ]);
    const at = (milliseconds: number) => new Date(start + milliseconds).toISOString();
    const sender = toPublicId('sender', senderId);
    const expected: Partial<Record<number, TimelineEntry>> = {
      0: {
        kind: 'request',
        at: at(5),
        title: expect.any(String),
        request_id: toPublicId('request', requestId),
        method: 'POST',
        path: '/api/v1/messages/send',
        status: 202,
      },
      1: {
        kind: 'stored',
        at: at(10),
        title: expect.any(String),
        direction: 'out',
        type: 'text',
        provider: 'meta_cloud',
        sender_id: sender,
        sender_name: 'Main clinic',
        schedule_at: null,
        expires_at: null,
        reference: 'order 7',
        transactional_reason: null,
      },
      3: {
        kind: 'call',
        at: at(20),
        title: expect.any(String),
        call_id: calls[0] ?? '',
        call_kind: 'provider',
        sender_id: sender,
        webhook_id: null,
        delivery_id: null,
        attempt: 1,
        status: 400,
        duration_ms: 12.35,
        outcome: 'retry',
        failure: busy,
        next_attempt_at: null,
      },
      8: {
        kind: 'status',
        at: at(second),
        title: expect.any(String),
        status: 'delivered',
        attempt: 2,
        recorded_at: at(second + 800),
        failure: null,
      },
    };
    for (const [index, entry] of Object.entries(expected))
      expect(story.entries[Number(index)]).toEqual(entry);
    expect(story.entries[6]).toMatchObject({ call_id: calls[1], failure: null });
  });

  it('200: shows a schedule and a cancellation', async () => {
    const id = await insertMessage({ schedule_at: new Date('2030-01-02T03:04:05Z') });
    await insertStatus(id, 'queued', 10, { attempt: 0 });
    await insertStatus(id, 'cancelled', 5_000, { attempt: 0 });
    const story = await read(id);
    expect(titles(story)).toEqual([
      'Checked and stored, to be sent at 2030-01-02T03:04:05.000Z',
      'Waiting to be sent',
      'Cancelled',
    ]);
    expect(story.entries[0]).toMatchObject({ schedule_at: '2030-01-02T03:04:05.000Z', sender_id: null });
  });

  it('200: shows the story of a message that came in, which no request made', async () => {
    const id = await insertMessage({ direction: 'in', status: 'received', phone_number: '+442079460958' });
    await insertStatus(id, 'received', 10, { attempt: 0 });
    expect(titles(await read(id))).toEqual(['Came in from +442079460958', 'Received']);
  });

  it('200: leaves out a request whose retention has ended', async () => {
    const id = await insertMessage({ request_id: newUuid() });
    expect((await read(id)).entries.map(({ kind }) => kind)).toEqual(['stored']);
  });

  it('200: shows a message that was just sent through the API', async () => {
    const sending = await gateway.createCompany();
    const { body, headers } = await sending.send();
    const { body: story } = await sending.get<Timeline>(`/api/v1/messages/${body.message_id}/timeline`);
    expect(story.entries[0]).toMatchObject({ kind: 'request', request_id: headers['x-request-id'] });
    expect(story.entries[1]).toMatchObject({ kind: 'stored', direction: 'out', at: body.timestamp });
  });

  it('200: breaks a story off after 500 entries and says so', async () => {
    const id = await insertMessage();
    await database.query(
      `insert into message_statuses (company_id, message_id, attempt, status, at)
       select $1, $2, attempt, 'sending', $3::timestamptz + make_interval(secs => attempt)
       from generate_series(1, 499) as attempt`,
      [company.uuid, id, new Date(start + 20)],
    );
    expect(await read(id)).toMatchObject({ is_complete: true, entries: { length: 500 } });
    await insertStatus(id, 'sent', 600_000, { attempt: 500 });
    const story = await read(id);
    expect(story).toMatchObject({ is_complete: false, entries: { length: 500 } });
    expect(story.entries.at(-1)).toMatchObject({ status: 'sending', attempt: 499 });
  });

  it("404: does not know another company's message, and shows nothing of its calls", async () => {
    const other = await gateway.createCompany();
    const id = await insertMessage();
    await insertCall(database, other.uuid, { id: uuidAt(30), messageId: id });
    expectProblem(
      await other.get(`/api/v1/messages/${toPublicId('message', id)}/timeline`),
      'message_not_found',
    );
    expect((await read(id)).entries.map(({ kind }) => kind)).toEqual(['stored']);
  });

  it.each(['7', toPublicId('call', newUuid()), newUuid(), 'msg_'])('422: refuses the id %s', async (id) => {
    expectProblem(await company.get(`/api/v1/messages/${id}/timeline`), 'invalid_id');
  });
});

describe('the calls of a message', () => {
  it.each(['before', 'after'])('are found by their index, %s the table was analysed', async (when) => {
    for (const attempt of [1, 2]) {
      await database.query(
        `insert into calls (company_id, id, kind, message_id, attempt, method, url, duration_ms, outcome)
         select $1, overlay(gen_random_uuid()::text placing $2 from 1 for 13)::uuid, 'provider', gen_random_uuid(), $3,
           'POST', 'https://x', 1, 'sent'
         from generate_series(1, 2000)`,
        [company.uuid, firstUuidAt(start + attempt).slice(0, 13), attempt],
      );
    }
    if (when === 'after') await database.query('analyze calls');
    const values = storyValues(
      { companyId: company.uuid, messageId: firstUuidAt(start), changedAt: new Date() },
      501,
    );
    const text = storyCallsText.replace(/\$(\d)/g, (_, number) => `'${values[Number(number) - 1]}'`);
    const rows = await database.query<{ 'QUERY PLAN': string }>(`explain (analyze, costs off) ${text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Scan using calls_\d{8}_company_id_message_id_idx/);
    // By the key, a day that was empty when the plan was made would be read from end to end once it is not.
    expect(plan).not.toContain('_pkey');
    // The scans of the other partitions have met no call of another message.
    expect(plan).not.toContain('Rows Removed by Filter');
  });
});
