// Alerts in a gateway that does everything: woken by a change of state, sent by WhatsApp through the ordinary send
// path, and neither lost nor repeated by a restart.

import type { Alert } from '@hudhud/contract/alerts.ts';
import { expect, it } from 'vitest';
import { signUpOwner, type TestOwner } from './support/browser.ts';
import { sendingEnvironment, useApiGateway, useGateway } from './support/gateway.ts';
import { startMailbox } from './support/mailbox.ts';
import { waitUntil } from './support/wait-until.ts';

const mailbox = await startMailbox();
// Where mail is set up, an address has to be confirmed first: the owners sign up before.
const door = await useApiGateway();
const owners = [await signUpOwner(door), await signUpOwner(door), await signUpOwner(door)] as const;
await door.stop();
const environment = {
  ...sendingEnvironment,
  SMTP_URL: `smtp://${mailbox.address}`,
  MAIL_FROM: 'Hudhud <no-reply@example.com>',
};
const start = () => useGateway({ database: door.database, environment });
let gateway = await start();

/** The owner's browser, at the gateway that runs now. */
const call = <Body>(owner: TestOwner, method: string, path: string, body?: unknown) =>
  gateway.call<Body>(method, path, {
    headers: {
      'x-hudhud-client': 'dashboard',
      origin: gateway.address,
      'sec-fetch-site': 'same-origin',
      cookie: owner.cookie ?? '',
      'x-company-id': owner.companyId,
    },
    ...(body !== undefined && { body }),
  });

const noticesOf = async (owner: TestOwner): Promise<Alert['notices']> =>
  (await call<{ data: Alert[] }>(owner, 'GET', '/api/v1/alerts')).body.data[0]?.notices ?? [];

const settled = (owner: TestOwner, channel: string) =>
  waitUntil(`the notice by ${channel} is settled`, async () =>
    (await noticesOf(owner)).find((notice) => notice.channel === channel && notice.state !== 'waiting'),
  );

const pauseCampaign = ({ companyUuid }: TestOwner): Promise<unknown> =>
  door.database
    .query(
      `with campaign as (
       insert into campaigns (company_id, id, name, state, text, started_at)
       values ($1, gen_random_uuid(), 'Eid', 'draft', 'x', now()) returning id)
     select id from campaign`,
      [companyUuid],
    )
    .then(() =>
      door.database.query(
        `update campaigns set state = 'paused', pause_reason = '{"kind":"sender_missing","detail":"No sender."}'
       where company_id = $1`,
        [companyUuid],
      ),
    );

const messagesOf = ({ companyUuid }: TestOwner) =>
  door.database.query<{ body: string; status: string }>(
    `select body, status from messages where company_id = $1 and direction = 'out'`,
    [companyUuid],
  );

it('a change of state is mailed and sent to the owner by WhatsApp, once', async () => {
  const [owner] = owners;
  await call(owner, 'PATCH', '/api/v1/alert-settings', {
    rules: [{ kind: 'campaign_paused', channels: ['mail', 'whatsapp'] }],
    whatsapp: { to: '+966501234567' },
  });
  await pauseCampaign(owner);
  await mailbox.wait(owner.email, 'Eid has paused itself');
  expect(await settled(owner, 'whatsapp')).toMatchObject({ state: 'sent' });
  await waitUntil('it was sent', async () => (await messagesOf(owner))[0]?.status !== 'queued');
  expect((await messagesOf(owner)).map(({ body }) => body)).toEqual([
    expect.stringContaining('The campaign Eid has paused itself'),
  ]);
});

it('a closed window stops a WhatsApp notice, and the alert says so', async () => {
  const [, owner] = owners;
  await call(owner, 'PATCH', '/api/v1/company', { window: 'enforced_everywhere' });
  await call(owner, 'PATCH', '/api/v1/alert-settings', { whatsapp: { to: '+966501234567' } });
  const tested = await call(owner, 'POST', '/api/v1/alert-settings/test', { channel: 'whatsapp' });
  expect(tested.status, tested.text).toBe(202);
  const notice = await settled(owner, 'whatsapp');
  expect(notice).toMatchObject({ state: 'failed', reason: expect.stringMatching(/24|window/) });
  expect(await messagesOf(owner)).toEqual([]);
});

it('a restart neither loses nor repeats a notice', async () => {
  const [, , owner] = owners;
  const clock = (hours: number): string =>
    new Date(Date.now() + (3 + hours) * 3_600_000).toISOString().slice(11, 16);
  await call(owner, 'PATCH', '/api/v1/alert-settings', { quiet_hours: { from: clock(-2), until: clock(2) } });
  await pauseCampaign(owner);
  await waitUntil('the notice is held', async () =>
    (await noticesOf(owner)).some(({ reason }) => reason === 'quiet_hours'),
  );
  const mails = () => mailbox.mails.filter(({ to }) => to.includes(owner.email)).length;
  expect(mails()).toBe(0);
  await gateway.stop();
  await door.database.query(`update alert_settings set quiet_hours = null`);
  await door.database.query(`update alert_notices set due_at = now() where state = 'waiting'`);
  gateway = await start();
  await mailbox.wait(owner.email, 'Eid has paused itself');
  await settled(owner, 'mail');
  await gateway.stop();
  gateway = await start();
  await door.database.query(`select pg_notify('hudhud_alerts', '')`);
  await call(owner, 'POST', '/api/v1/alert-settings/test', { channel: 'mail' });
  await mailbox.wait(owner.email, 'This is a test of your alerts');
  expect(mails()).toBe(2);
});
