import { describe, expect, it } from 'vitest';
import { type Item, testCredential } from './declarative-request';
import { companyId } from './fake-gateway';
import { useNodeStage } from './node-stage';

const stage = useNodeStage();
const { run } = stage;

const send = (parameters: Record<string, unknown> = {}): Item['parameters'] => ({
  resource: 'message',
  operation: 'send',
  to: '+966501234567',
  message: 'Your order is ready.',
  ...parameters,
});

const execution = { executionId: '41', resumeToken: '5f0c9d' };

const keyOf = async (item: Partial<Item>): Promise<string | undefined> => {
  const request = await stage.request({ parameters: send(), ...execution, ...item });
  return request.headers?.['Idempotency-Key'];
};

describe('the credential', () => {
  it('passes its test with the right company and token', async () => {
    const answer = await testCredential(stage.credentialType, stage.credential);
    expect(answer).toMatchObject({ status: 200, body: { company: { id: companyId } } });
  });

  it.each(['companyId', 'apiToken'])('fails its test with a wrong %s', async (field) => {
    const answer = await testCredential(stage.credentialType, { ...stage.credential, [field]: 'wrong' });
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  });

  it('takes a base address with a slash at its end', async () => {
    stage.credential.baseUrl += '/';
    expect((await testCredential(stage.credentialType, stage.credential)).status).toBe(200);
    expect((await run({ parameters: send() })).status).toBe(200);
  });
});

describe('Send', () => {
  it('sends the text and waits until it is taken', async () => {
    const answer = await run({ parameters: send(), ...execution });
    expect(answer).toMatchObject({ status: 200, body: { status: 'sent' } });
    expect(stage.gateway.messages).toMatchObject([{ to: '+966501234567', message: 'Your order is ready.' }]);
    expect(stage.gateway.requests[0]?.headers).not.toHaveProperty('prefer');
  });

  it('is what a new node does', async () => {
    const { to, message } = send();
    expect((await run({ parameters: { to, message } })).body.status).toBe('sent');
  });

  it('fills in what the item holds', async () => {
    const parameters = send({
      to: '={{ $json.phone }}',
      message: '=Hello {{ $json.name }}, order {{ $json.order }}',
    });
    await run({ parameters, json: { phone: '+39333123456', name: 'Ada', order: 7 } });
    expect(stage.gateway.messages).toMatchObject([{ to: '+39333123456', message: 'Hello Ada, order 7' }]);
  });

  it('sends a number as text, since the API never converts', async () => {
    await run({ parameters: send({ message: '={{ $json.code }}' }), json: { code: 4711 } });
    expect(stage.gateway.messages).toMatchObject([{ message: '4711' }]);
  });

  it('never sends the word undefined in place of what an item lacks', async () => {
    const answer = await run({ parameters: send({ message: '={{ $json.nothing }}' }) });
    expect(answer).toMatchObject({ status: 422, body: { code: 'missing_field' } });
  });

  it('leaves braces of the text alone', async () => {
    await run({ parameters: send({ message: 'Hello {{name|there}}' }) });
    expect(stage.gateway.messages).toMatchObject([{ message: 'Hello {{name|there}}' }]);
  });

  it('asks to be answered as soon as the message is stored', async () => {
    const answer = await run({ parameters: send({ options: { answerAsSoonAsStored: true } }) });
    expect(answer).toMatchObject({ status: 202, body: { status: 'queued' } });
    expect(stage.gateway.requests[0]?.headers.prefer).toBe('respond-async');
  });

  it('waits when that option is there but off', async () => {
    const answer = await run({ parameters: send({ options: { answerAsSoonAsStored: false } }) });
    expect(answer.status).toBe(200);
    expect(stage.gateway.requests[0]?.headers).not.toHaveProperty('prefer');
  });
});

describe('a retry', () => {
  it('does not double a message whose answer was lost', async () => {
    stage.gateway.losesNextAnswer = true;
    const item = { parameters: send(), ...execution };
    await expect(run(item)).rejects.toThrow();
    const answer = await run(item);
    expect(answer.headers.get('Idempotency-Replayed')).toBe('true');
    expect(answer.body.message_id).toBe(stage.gateway.messages[0]?.id);
    expect(stage.gateway.messages).toHaveLength(1);
  });

  it('of the whole execution, under its new id, doubles none of the items that went well', async () => {
    const items = [0, 1, 2].map((itemIndex) => ({ parameters: send(), ...execution, itemIndex }));
    for (const item of items) await run(item);
    for (const item of items) await run({ ...item, executionId: '42' });
    expect(stage.gateway.messages).toHaveLength(3);
  });

  it('of a node in an older n8n, which has no resume token, keeps its key too', async () => {
    const before = { executionId: '41', resumeToken: undefined };
    expect(await keyOf(before)).toBe(await keyOf(before));
    expect(await keyOf(before)).not.toBe(await keyOf({ ...before, executionId: '42' }));
    expect(await keyOf(before)).not.toBe(await keyOf({ ...before, instanceId: 'instance-b' }));
  });
});

describe('the key of a message', () => {
  it.each<[string, Partial<Item>]>([
    ['item', { itemIndex: 1 }],
    ['node of the same workflow', { nodeId: 'node-b' }],
    ['turn of a loop', { runIndex: 1 }],
    ['execution', { executionId: '42', resumeToken: '77aa01' }],
  ])('differs for another %s', async (_, other) => {
    expect(await keyOf(other)).not.toBe(await keyOf({}));
  });

  it('does not carry the resume token out of n8n', async () => {
    expect(await keyOf({})).toMatch(/^n8n-[0-9a-f]{64}$/);
    expect(await keyOf({})).not.toContain(execution.resumeToken);
  });

  it('is left out when nothing names the execution, so that no two messages share it', async () => {
    expect(await keyOf({ executionId: undefined, resumeToken: undefined })).toBeUndefined();
  });

  it.each([
    ['a text', 'order-7-shipped', 'order-7-shipped'],
    ['an expression', '=order-{{ $json.order }}', 'order-7'],
    ['a number', '={{ $json.order }}', '7'],
  ])("is the user's own when given as %s", async (_, idempotencyKey, expected) => {
    const parameters = send({ options: { idempotencyKey } });
    expect(await keyOf({ parameters, json: { order: 7 } })).toBe(expected);
  });

  it('is made when the user leaves it empty', async () => {
    expect(await keyOf({ parameters: send({ options: { idempotencyKey: '' } }) })).toBe(await keyOf({}));
  });

  it('is refused for another text, and nothing is sent', async () => {
    const options = { idempotencyKey: 'order-7' };
    await run({ parameters: send({ options }) });
    const answer = await run({ parameters: send({ options, message: 'Another text' }) });
    expect(answer).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(stage.gateway.messages).toHaveLength(1);
  });
});

describe('Get', () => {
  const get = (messageId: string) => ({ resource: 'message', operation: 'get', messageId });

  it('reads the message that the answer to Send names', async () => {
    const sent = await run({ parameters: send() });
    const answer = await run({ parameters: get('={{ $json.message_id }}'), json: sent.body });
    expect(answer).toMatchObject({ status: 200, body: { id: sent.body.message_id, status: 'sent' } });
  });

  it('sends neither a body nor a key', async () => {
    const request = await stage.request({ parameters: get('msg_1'), ...execution });
    expect(request).toMatchObject({ method: 'GET', url: '/api/v1/messages/msg_1', body: {}, qs: {} });
    expect(request.headers).toEqual({ Accept: 'application/json' });
  });

  it('reports that there is no such message', async () => {
    expect(await run({ parameters: get('msg_x') })).toMatchObject({
      status: 404,
      body: { code: 'message_not_found' },
    });
  });

  it('cannot be led to another route by an id', async () => {
    await run({ parameters: get('../me?x=1') });
    expect(stage.gateway.requests[0]?.url).toBe('/api/v1/messages/..%2Fme%3Fx%3D1');
  });
});
