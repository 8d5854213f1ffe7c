import { describe, expect, it } from 'vitest';
import { useSendingStage } from '../../gateway/tests/support/sending-stage.ts';
import { createHudhud, type Hudhud } from '../src/hudhud.ts';

const stage = await useSendingStage();

const newClient = async (): Promise<Hudhud> => {
  const company = await stage.createSendingCompany();
  return createHudhud({ baseUrl: stage.address, companyId: company.id, token: company.token });
};

describe('contacts', () => {
  it('go from their creation to their deletion', async () => {
    const { contacts } = await newClient();
    const made = await contacts.create({ phone_number: '+966501234567', name: 'Sara', tags: ['vip'] });
    const again = await contacts.upsert('+966501234567', { language: 'ar' });
    expect(again).toMatchObject({ id: made.id, name: 'Sara', language: 'ar' });
    expect((await contacts.update(made.id, { name: 'Sara Ali' })).name).toBe('Sara Ali');
    const names: string[] = [];
    for await (const { name } of contacts.list({ tag: 'vip' })) names.push(name);
    expect(names).toEqual(['Sara Ali']);
    await contacts.remove(made.id);
    await expect(contacts.get(made.id)).rejects.toMatchObject({ status: 404, code: 'contact_not_found' });
  });

  it('fill the placeholders of a message', async () => {
    const hudhud = await newClient();
    await hudhud.contacts.create({ phone_number: '+966501234567', name: 'Sara' });
    const { message_id } = await hudhud.send({ to: '+966501234567', message: 'Hello {{name}}' });
    expect((await hudhud.messages.get(message_id)).message).toBe('Hello Sara');
  });
});

describe('a campaign', () => {
  it('is made, started, paused, resumed and cancelled', async () => {
    const { campaigns } = await newClient();
    const recipients = Array.from({ length: 4 }, (_, at) => ({ phone_number: `+96650123456${at}` }));
    const { id, state } = await campaigns.create({
      name: 'Spring',
      text: 'Hello',
      audience: { recipients },
      messages_per_second: 1,
    });
    expect(state).toBe('draft');
    expect((await campaigns.start(id)).state).not.toBe('draft');
    expect((await campaigns.pause(id)).state).toBe('paused');
    expect((await campaigns.resume(id)).state).not.toBe('paused');
    expect((await campaigns.cancel(id)).state).toBe('cancelled');
    expect((await campaigns.get(id)).name).toBe('Spring');
    expect(await campaigns.statistics(id)).toMatchObject({ counts: expect.any(Object) });
    const ids: string[] = [];
    for await (const campaign of campaigns.list({ state: 'cancelled' })) ids.push(campaign.id);
    expect(ids).toEqual([id]);
  });
});
