import { describe, expect, it } from 'vitest';
import { useSendingStage } from '../../gateway/tests/support/sending-stage.ts';
import { createHudhud, HudhudError, type HudhudEvent, MessageWaitError } from '../src/hudhud.ts';

const stage = await useSendingStage();

const newClient = async () => {
  const company = await stage.createSendingCompany();
  const connection = { baseUrl: stage.address, companyId: company.id, token: company.token };
  return { company, connection, hudhud: createHudhud(connection) };
};

const to = '+966501234567';
const textsOf = (ledger: readonly { body: { text: { body: string } } }[]) =>
  ledger.map(({ body }) => body.text.body);

describe('sending', () => {
  it('sends, and waits until the person has read it', async () => {
    const { company, hudhud } = await newClient();
    const answer = await hudhud.send({ to, message: 'Hello {{name}}', variables: { name: 'Sara' } });
    expect(answer.status).toBe('sent');
    expect(textsOf(await company.ledger())).toEqual(['Hello Sara']);
    const read = await hudhud.messages.waitFor(answer.message_id, 'read');
    expect(read).toMatchObject({ id: answer.message_id, status: 'read', phone_number: to });
    const { entries } = await hudhud.messages.timeline(answer.message_id);
    expect(entries.map(({ kind }) => kind)).toContain('status');
  });

  it('sends one message for one key', async () => {
    const { company, hudhud } = await newClient();
    const first = await hudhud.send({ to, message: 'Once' }, { idempotencyKey: 'order-7' });
    const second = await hudhud.send({ to, message: 'Once' }, { idempotencyKey: 'order-7' });
    expect(second).toEqual(first);
    expect(await company.ledger()).toHaveLength(1);
  });

  it('answers at once when asked to', async () => {
    const { hudhud } = await newClient();
    const answer = await hudhud.send({ to, message: 'Soon' }, { isAsync: true });
    expect(answer.status).toBe('queued');
    expect((await hudhud.messages.waitFor(answer.message_id, 'sent')).attempts).toBe(1);
  });

  it('sends many, each with its own result', async () => {
    const { hudhud } = await newClient();
    const { accepted, refused, results } = await hudhud.sendBatch([
      { to, message: 'One' },
      { to: '12', message: 'Two' },
    ]);
    expect({ accepted, refused }).toEqual({ accepted: 1, refused: 1 });
    expect(results[1]?.error?.errors?.[0]?.code).toBe('invalid_phone_number');
    await hudhud.messages.waitFor(results[0]?.message_id ?? '', 'delivered');
  });

  it('cancels what is still to come', async () => {
    const { hudhud } = await newClient();
    const schedule_at = new Date(Date.now() + 3_600_000).toISOString();
    const { message_id } = await hudhud.send({ to, message: 'Later', schedule_at });
    expect((await hudhud.messages.cancel(message_id)).status).toBe('cancelled');
    await expect(hudhud.messages.waitFor(message_id, 'sent')).rejects.toBeInstanceOf(MessageWaitError);
  });

  it('stops waiting when time is up, and says how far the message got', async () => {
    const { hudhud } = await newClient();
    const schedule_at = new Date(Date.now() + 3_600_000).toISOString();
    const { message_id } = await hudhud.send({ to, message: 'Later', schedule_at });
    await expect(hudhud.messages.waitFor(message_id, 'sent', { timeoutSeconds: 0.3 })).rejects.toMatchObject({
      isTimeout: true,
      lastSeen: { status: 'queued' },
    });
  });
});

describe('a refusal', () => {
  it('names the field', async () => {
    const { hudhud } = await newClient();
    const error = await hudhud.send({ to: '12', message: 'x' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HudhudError);
    expect(error).toMatchObject({
      status: 422,
      code: 'invalid_phone_number',
      errors: [{ pointer: '/to', code: 'invalid_phone_number' }],
    });
    expect((error as HudhudError).requestId).toMatch(/^req_/);
  });

  it('of the credentials is not repeated', async () => {
    const { connection } = await newClient();
    const wrong = createHudhud({ ...connection, token: 'wrong' });
    await expect(wrong.me()).rejects.toMatchObject({ status: 401, code: 'invalid_credentials' });
  });

  it('by the provider names the message, which is stored', async () => {
    const { company, hudhud } = await newClient();
    await company.addFault({ name: 'answer_error', code: 131026, to: '+966500000026' });
    const error = await hudhud.send({ to: '+966500000026', message: 'x' }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HudhudError);
    const { messageId } = error as HudhudError;
    expect((await hudhud.messages.get(messageId ?? '')).status).toBe('failed');
  });
});

describe('reading', () => {
  it('answers the company of the token', async () => {
    const { company, hudhud } = await newClient();
    expect((await hudhud.me()).company.id).toBe(company.id);
  });

  it('walks through a list over its pages', async () => {
    const { hudhud } = await newClient();
    await hudhud.sendBatch(Array.from({ length: 7 }, (_, at) => ({ to, message: `Text ${at}` })));
    const texts: string[] = [];
    for await (const { message } of hudhud.messages.list({ limit: 3 })) texts.push(message);
    expect(texts.sort()).toEqual(Array.from({ length: 7 }, (_, at) => `Text ${at}`));
  });

  it('follows the events of a message in order, waiting for those to come', async () => {
    const { hudhud } = await newClient();
    const { message_id } = await hudhud.send({ to, message: 'Follow me' });
    const statuses: string[] = [];
    for await (const event of hudhud.events({ types: ['message_status'] })) {
      if (event.event !== 'message_status') continue;
      expect(event.data.message_id).toBe(message_id);
      statuses.push(event.data.status);
      if (event.data.status === 'read') break;
    }
    expect(statuses).toEqual(expect.arrayContaining(['sent', 'delivered', 'read']));
  });

  it('goes on after the last event that was handled, and ends at the newest when asked to', async () => {
    const { hudhud } = await newClient();
    await hudhud.send({ to, message: 'Some' });
    const seen: HudhudEvent[] = [];
    for await (const event of hudhud.events()) {
      seen.push(event);
      if (event.event === 'message_status' && event.data.status === 'read') break;
    }
    const [first, ...others] = seen;
    const again: string[] = [];
    for await (const { id } of hudhud.events({ after: first?.id ?? '', stopsAtEnd: true })) again.push(id);
    expect(again).toEqual(others.map(({ id }) => id));
  });
});
