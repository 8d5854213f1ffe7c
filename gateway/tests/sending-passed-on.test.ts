// Two processes on one database: a send that the other one accepts is carried out by the owner of its lane, and is
// answered, recorded and kept in its order as if there were one.

import type { RequestSummary } from '@hudhud/contract/requests.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sendingEnvironment, type TestGateway, useGateway } from './support/gateway.ts';
import { readFigure } from './support/metrics.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const owner = await useSendingStage();
const useOther = (): Promise<TestGateway> =>
  useGateway({ database: owner.database, environment: { ...sendingEnvironment, ROLES: 'api' } });

/** The owner has its lane once it has sent something, and the other knows of it once it was asked. */
const introduce = async (other: TestGateway): Promise<SendingCompany> => {
  const company = await owner.createSendingCompany();
  expect((await company.send()).body.status).toBe('sent');
  await waitUntil('the other process passes sends on', async () => {
    const before = await readFigure(other, 'hudhud_sends_passed_on');
    await other.adopt(company).send();
    return (await readFigure(other, 'hudhud_sends_passed_on')) > before;
  });
  return company;
};

describe('a send that another process accepts', () => {
  let other: TestGateway;
  let company: SendingCompany;
  const send = (...given: Parameters<SendingCompany['send']>) => other.adopt(company).send(...given);
  const passedOn = (): Promise<number> => readFigure(other, 'hudhud_sends_passed_on');

  beforeAll(async () => {
    other = await useOther();
    company = await introduce(other);
  });

  it('is sent by the owner, and answered and recorded with its outcome', async () => {
    const before = await passedOn();
    const answer = await send({ reference: 'passed on' });
    expect([answer.status, answer.body.status]).toEqual([200, 'sent']);
    expect(await passedOn()).toBe(before + 1);
    expect(
      await owner.database.query('select id from messages where reference = $1', ['passed on']),
    ).toHaveLength(1);
    const { body } = await company.get<{ data: RequestSummary[] }>(
      `/api/v1/requests?text=${answer.body.message_id}`,
    );
    expect(body.data.map(({ status }) => status)).toEqual([200]);
    expect(body.data[0]?.duration_ms).toBeGreaterThan(0);
    expect(body.data[0]?.duration_ms).toBeLessThan(10_000);
  });

  it('is answered at once when it does not want to wait', async () => {
    const before = await passedOn();
    const answer = await send({}, { prefer: 'respond-async' });
    expect([answer.status, answer.body.status]).toEqual([202, 'queued']);
    expect(await passedOn()).toBe(before + 1);
    await company.waitFor(answer.body.message_id, 'sent', 'delivered', 'read');
  });

  it('is refused with the words of the provider', async () => {
    await company.addFault({ name: 'answer_error', code: 131026, to: '966500000026' });
    const answer = await send({ to: '+966500000026' });
    await company.clearFaults();
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 'provider_rejected',
      provider_error: { code: expect.anything() },
    });
  });

  it('is stored once under its key, whichever process gets it', async () => {
    const before = await passedOn();
    const key = { 'idempotency-key': 'passed-on-1' };
    const [first, again, byOwner] = [await send({}, key), await send({}, key), await company.send({}, key)];
    expect(new Set([first, again, byOwner].map(({ body }) => body.message_id)).size).toBe(1);
    expect([again.body.status, byOwner.body.status]).toEqual(['sent', 'sent']);
    const reused = await send({ message: 'Another text' }, key);
    expect(reused.body).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await passedOn()).toBe(before + 3);
  });

  it('is kept from a person who has opted out', async () => {
    const to = '+966500000077';
    await company.call('POST', '/api/v1/contacts', { body: { phone_number: to, name: 'Sara' } });
    await owner.database.query(
      `update contact_addresses set is_opted_out = true where company_id = $1 and key like '%500000077'`,
      [company.uuid],
    );
    expect((await send({ to })).body).toMatchObject({ code: 'recipient_opted_out' });
    expect(await company.ledger({ to: to.slice(1) })).toEqual([]);
  });

  it('keeps its place between those that the owner accepts', async () => {
    const to = '+966500000088';
    const texts = Array.from({ length: 20 }, (_, index) => `part ${index}`);
    for (const [index, message] of texts.entries()) {
      const by = index % 2 === 0 ? send : company.send;
      expect((await by({ to, message }, { prefer: 'respond-async' })).status).toBe(202);
    }
    const received = await waitUntil('all parts arrived', async () => {
      const entries = await company.ledger({ to: to.slice(1) });
      return entries.length >= texts.length && entries;
    });
    expect(received.map(({ body }) => body.text.body)).toEqual(texts);
  });

  it('keeps its place behind a batch that went through the table', async () => {
    const to = '+966500000099';
    const messages = Array.from({ length: 8 }, (_, index) => ({ to, message: `batch ${index}` }));
    const batch = await other
      .adopt(company)
      .call('POST', '/api/v1/messages/send-batch', { body: { messages } });
    expect(batch.status).toBe(202);
    await company.send({ to, message: 'after it' });
    const received = await waitUntil('all of them arrived', async () => {
      const entries = await company.ledger({ to: to.slice(1) });
      return entries.length > messages.length && entries;
    });
    expect(received.map(({ body }) => body.text.body)).toEqual([
      ...messages.map(({ message }) => message),
      'after it',
    ]);
  });

  it('goes through the table when its owner cannot be asked', async () => {
    await owner.database.query(`update processes set socket = '/no/such.sock'`);
    const late = await useOther();
    for (let index = 0; index < 3; index += 1) {
      expect((await late.adopt(company).send()).body.status).toBe('sent');
    }
    expect(await readFigure(late, 'hudhud_sends_passed_on')).toBe(0);
  });
});
