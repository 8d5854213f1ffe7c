import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../tests/support/database.ts';
import { createCompany } from '../companies/create-company.ts';
import { fromPublicId, newUuid } from '../platform/ids.ts';
import { deriveSecrets } from '../platform/secrets.ts';
import { metaCloud } from '../providers/meta-cloud/meta-cloud.ts';
import type { Failure } from '../providers/provider.ts';
import { addSender, type NewSender } from './add-sender.ts';
import { changeSenderState } from './change-state.ts';
import { deleteSender } from './delete-sender.ts';
import { loadSenders } from './load-senders.ts';

const database = await useDatabase();
const pool = database.openPool(20);
pool.on('error', () => undefined);
const secrets = deriveSecrets('a key that has more than 32 characters');
const load = loadSenders(pool, secrets);

const makeCompany = async (): Promise<string> => {
  const company = { name: 'Test', timezone: 'UTC', plan: 'active', trialDays: 14 } as const;
  return fromPublicId('company', (await createCompany(pool, secrets, company)).companyId) ?? '';
};

const newSender = (companyId: string, account: string, more: Partial<NewSender> = {}): NewSender => ({
  companyId,
  name: account,
  provider: metaCloud,
  fields: { phone_number_id: account, access_token: 'EAAG', app_secret: 'a', verify_token: 'v' },
  isSimulated: false,
  storeId: null,
  phoneNumber: null,
  messagesPerSecond: null,
  isDefault: false,
  ...more,
});

const add = async (companyId: string, account: string, more: Partial<NewSender> = {}): Promise<string> =>
  (await addSender(pool, secrets, newSender(companyId, account, more))) ?? '';

const defaultsOf = async (companyId: string): Promise<string[]> =>
  (await load(companyId)).filter(({ isDefault }) => isDefault).map(({ name }) => name);

const failure = (code: string): Failure => ({ code, title: 't', detail: 'd', cause: 'c', action: 'a' });

describe('a sender in the database', () => {
  it('is sealed, and opens as it was given', async () => {
    const companyId = await makeCompany();
    await add(companyId, '1');
    const [row] = await database.query<{ fields: Buffer }>('select * from senders where company_id = $1', [
      companyId,
    ]);
    expect(row?.fields.toString('latin1')).not.toContain('EAAG');
    expect(JSON.stringify(row)).not.toContain('EAAG');
    expect(await load(companyId)).toEqual([
      expect.objectContaining({
        account: '1',
        isDefault: true,
        state: 'connected',
        messagesPerSecond: 80,
        fields: expect.objectContaining({ access_token: 'EAAG' }),
      }),
    ]);
  });

  it('does not open when its credentials are copied into the row of another company', async () => {
    const [ours, theirs] = [await makeCompany(), await makeCompany()];
    await add(ours, '1');
    await add(theirs, '2');
    await database.query(
      'update senders set fields = (select fields from senders where company_id = $1) where company_id = $2',
      [theirs, ours],
    );
    await expect(load(ours)).rejects.toThrow('sealed with another key');
  });

  it('is left out when this version does not have its provider', async () => {
    const companyId = await makeCompany();
    const id = await add(companyId, '1');
    await add(companyId, '2');
    await database.query("update senders set provider = 'gone' where id = $1", [id]);
    expect((await load(companyId)).map(({ account }) => account)).toEqual(['2']);
  });

  it('is not made for a company that does not exist', async () => {
    expect(await addSender(pool, secrets, newSender(newUuid(), '1'))).toBeNull();
  });
});

describe('the default sender of a company', () => {
  it('is exactly one, also when ten first senders are made at once', async () => {
    const companyId = await makeCompany();
    await Promise.all(Array.from({ length: 10 }, (_, index) => add(companyId, `${index}`)));
    expect(await load(companyId)).toHaveLength(10);
    expect(await defaultsOf(companyId)).toHaveLength(1);
  });

  it('is exactly one, also when ten that want to be it are made at once', async () => {
    const companyId = await makeCompany();
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => add(companyId, `${index}`, { isDefault: true })),
    );
    expect(await defaultsOf(companyId)).toHaveLength(1);
  });

  it('is the oldest that remains when the default is deleted', async () => {
    const companyId = await makeCompany();
    const first = await add(companyId, '1');
    await add(companyId, '2');
    await add(companyId, '3');
    expect(await deleteSender(pool, companyId, first)).toBe(true);
    expect(await defaultsOf(companyId)).toEqual(['2']);
  });

  it('stays when another is deleted', async () => {
    const companyId = await makeCompany();
    await add(companyId, '1');
    const second = await add(companyId, '2');
    await add(companyId, '3', { isDefault: true });
    expect(await deleteSender(pool, companyId, second)).toBe(true);
    expect(await defaultsOf(companyId)).toEqual(['3']);
  });
});

describe('a sender with messages', () => {
  const message = {
    waiting: 'lane_id = sender_id',
    'waiting until later': "lane_id = sender_id, due_at = now() + interval '1 hour'",
    'being sent': 'owner_epoch = 7',
  } as const;

  it.each(Object.entries(message))('%s is not deleted', async (_name, columns) => {
    const companyId = await makeCompany();
    const id = await add(companyId, '1');
    await database.query(
      `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id)
      values ($1, $2, 'out', 'queued', 'text', '+966501234567', 'Hi', 'meta_cloud', $3)`,
      [companyId, newUuid(), id],
    );
    await database.query(`update messages set ${columns} where company_id = $1`, [companyId]);
    await expect(deleteSender(pool, companyId, id)).rejects.toMatchObject({ code: 'sender_in_use' });
    await database.query(
      "update messages set lane_id = null, due_at = null, owner_epoch = null, status = 'sent' where company_id = $1",
      [companyId],
    );
    expect(await deleteSender(pool, companyId, id)).toBe(true);
  });
});

describe('the state of a sender', () => {
  let companyId = '';
  let senderId = '';
  beforeAll(async () => {
    companyId = await makeCompany();
    senderId = await add(companyId, '1');
  });

  const change = (state: 'connected' | 'suspended' | 'failing', code: string | null) =>
    changeSenderState(pool, { companyId, senderId, state, failure: code === null ? null : failure(code) });

  const eventsOf = () =>
    database.query<{ type: string; sender_id: string; data: string }>(
      'select type, sender_id, data from events where company_id = $1 order by id',
      [companyId],
    );

  it('changes together with an event that reports it', async () => {
    expect(await change('suspended', '190')).toBe(true);
    const [sender] = await load(companyId);
    expect(sender).toMatchObject({ state: 'suspended', failure: { code: '190' } });
    const events = await eventsOf();
    expect(events).toEqual([
      {
        type: 'sender_state',
        sender_id: senderId,
        data: JSON.stringify({ state: 'suspended', failure: failure('190') }),
      },
    ]);
  });

  it('changes nothing and emits nothing when it is reported again', async () => {
    expect(await change('suspended', '190')).toBe(false);
    expect(await eventsOf()).toHaveLength(1);
  });

  it('changes when the reason is another, and when it ends', async () => {
    expect(await change('suspended', '368')).toBe(true);
    expect(await change('connected', null)).toBe(true);
    expect(await change('connected', null)).toBe(false);
    expect(await eventsOf()).toHaveLength(3);
    expect((await load(companyId))[0]).toMatchObject({ state: 'connected', failure: null });
  });

  it('emits one event when many find out at the same time', async () => {
    const changes = await Promise.all(
      Array.from({ length: 10 }, () => change('failing', 'connection_failed')),
    );
    expect(changes.filter(Boolean)).toHaveLength(1);
  });

  it('does not change for a sender that does not exist, or is of another company', async () => {
    const other = await makeCompany();
    const wrong = { senderId, state: 'suspended', failure: failure('190') } as const;
    expect(await changeSenderState(pool, { ...wrong, companyId: other })).toBe(false);
    expect(await changeSenderState(pool, { ...wrong, companyId, senderId: newUuid() })).toBe(false);
  });
});
