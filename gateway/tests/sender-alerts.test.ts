// Alerts to owners about their senders: a token that ends, one that is refused, and what the daily round finds.

import type { SenderTest } from '@hudhud/contract/senders.ts';
import { describe, expect, it } from 'vitest';
import { createHealthOptions } from '../src/app/health-parts.ts';
import { fromPublicId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import type { OutgoingHttp } from '../src/platform/outgoing-http/outgoing-http.ts';
import type { SenderHealth } from '../src/providers/health-part.ts';
import { findProvider } from '../src/providers/registry.ts';
import type { Sender, SenderDirectory } from '../src/senders/directory.ts';
import {
  alertRefusedTokens,
  type HealthOptions,
  readStaleHealth,
} from '../src/senders/health/keep-health.ts';
import { signUpOwner } from './support/browser.ts';
import { useApiGateway } from './support/gateway.ts';
import { startMailbox } from './support/mailbox.ts';
import { type SendingCompany, useSendingStage } from './support/sending-stage.ts';
import { waitUntil } from './support/wait-until.ts';

const mailbox = await startMailbox();
const mail = { SMTP_URL: `smtp://${mailbox.address}`, MAIL_FROM: 'Hudhud <no-reply@example.com>' };
// Where mail is set up, an address has to be confirmed first: the owners sign up before.
const door = await useApiGateway();
const owners = await Promise.all([1, 2, 3, 4].map(() => signUpOwner(door)));
await door.stop();
const stage = await useSendingStage(mail, door.database);

interface Owned {
  readonly company: SendingCompany;
  readonly email: string;
}

/** A company with an owner. */
const createOwned = async (): Promise<Owned> => {
  const company = await stage.createSendingCompany();
  const owner = owners.pop();
  if (!owner) throw new Error('there is no owner left');
  const { uuid, email } = owner;
  await stage.database.query(`insert into members (company_id, user_id, role) values ($1, $2, 'owner')`, [
    company.uuid,
    uuid,
  ]);
  return { company, email };
};

const mailsTo = (email: string): string[] =>
  mailbox.mails.filter(({ to }) => to.includes(email)).map(({ text }) => text);

const alertsOf = async (company: SendingCompany): Promise<unknown[]> =>
  (
    await stage.database.query<{ data: string }>(
      `select data from events where company_id = $1 and type = 'account_alert' order by id`,
      [company.uuid],
    )
  ).map(({ data }) => (JSON.parse(data) as { kind: string }).kind);

/** As the gateway puts them together, with what the provider says of the senders. */
const healthOptions = (senders: readonly Sender[] = []): HealthOptions =>
  createHealthOptions({
    storage: stage.running.storage,
    log: createLog('silent'),
    http: {} as OutgoingHttp,
    senders: { find: async () => senders } as unknown as SenderDirectory,
  });

describe('a token that is refused', () => {
  it('is emitted once, as an event and by mail', async () => {
    const { company, email } = await createOwned();
    await company.addFault({ name: 'token_invalid' });
    await company.send({ to: '+966504000001' }, { prefer: 'respond-async' });
    await waitUntil(
      'the sender was suspended',
      async () => (await company.currentSender()).state === 'suspended',
    );
    for (const _round of [1, 2]) await alertRefusedTokens(healthOptions());
    expect(await alertsOf(company)).toEqual(['token_refused']);
    await mailbox.wait(email, 'is suspended');
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('is no event when the sender was suspended for something else; people are notified of that all the same', async () => {
    const { company, email } = await createOwned();
    await stage.database.query(
      `update senders set state = 'suspended', failure = '{"code":"131031"}' where company_id = $1`,
      [company.uuid],
    );
    await alertRefusedTokens(healthOptions());
    expect(await alertsOf(company)).toEqual([]);
    await mailbox.wait(email, 'is suspended');
  });
});

describe('a token that ends', () => {
  it('is sent by mail 14 days and 3 days before, once each', async () => {
    const { company, email } = await createOwned();
    // The simulator knows a number once its sender was looked up.
    await company.get('/api/v1/window?to=%2B966504000001');
    for (const days of [15, 13, 13, 2, 2]) {
      const token_ends = Math.floor(Date.now() / 1000) + days * 86_400;
      await stage.call('PATCH', `/simulator/control/numbers/${company.account}`, { body: { token_ends } });
      const tested = await company.call<SenderTest>('POST', `/api/v1/senders/${company.sender.id}/test`);
      expect(tested.status, tested.text).toBe(200);
      const mails = days === 15 ? 0 : days === 13 ? 1 : 2;
      await waitUntil(`${mails} mails came`, async () => mailsTo(email).length >= mails);
    }
    expect(mailsTo(email)).toHaveLength(2);
    expect(mailsTo(email)[0]).toContain('ends on');
  });
});

describe('the daily round', () => {
  const toHealth = (quality: SenderHealth['quality']): SenderHealth => ({
    quality,
    peoplePerDay: 1_000,
    messagesPerSecond: 80,
    name: 'Al Noor',
    nameStatus: 'APPROVED',
    restrictions: [],
    tokenEndsAt: new Date(Date.now() + 10 * 86_400_000),
  });

  it('reads every sender once a day, and emits what changed', async () => {
    const { company, email } = await createOwned();
    const own = { companyId: company.uuid, id: fromPublicId('sender', company.sender.id) ?? '' };
    // The other senders of this file have been read.
    await stage.database.query('update senders set health_read_at = now() where id <> $1', [own.id]);
    const provider = findProvider('meta_cloud');
    const said: SenderHealth['quality'][] = ['green', 'red'];
    const read = async () => ({ kind: 'read' as const, health: toHealth(said.shift() ?? 'red') });
    const sender = {
      ...own,
      name: 'Al Noor',
      fields: {},
      provider: { ...provider, health: { ...provider?.health, read } },
    } as unknown as Sender;
    const options = healthOptions([sender]);
    await readStaleHealth(options);
    await readStaleHealth(options);
    expect(said).toEqual(['red']);
    await mailbox.wait(email, 'ends on');
    await stage.database.query(
      `update senders set health_read_at = now() - interval '25 hours' where id = $1`,
      [own.id],
    );
    await readStaleHealth(options);
    expect((await company.currentSender()).health).toMatchObject({ quality: 'red', people_per_day: 1_000 });
    const changes = await stage.database.query(
      `select id from events where company_id = $1 and type = 'sender_quality'`,
      [company.uuid],
    );
    expect(changes).toHaveLength(1);
    expect(await alertsOf(company)).toEqual(['token_ends']);
  });
});
