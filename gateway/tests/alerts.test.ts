// Alerts: raised by states, sent once for each opening over a real mail server with STARTTLS and AUTH LOGIN, held back
// by quiet hours, and shown by the bell. This gateway looks for nothing by itself, so each look is one that a test
// made.

import type { Alert, AlertSettings, AlertSummary } from '@hudhud/contract/alerts.ts';
import type { AuditEntry } from '@hudhud/contract/audit.ts';
import type { SMTPServerAuthentication, SMTPServerAuthenticationResponse } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { type NoticeOptions, sendDueNotices } from '../src/alerts/notices/send-notices.ts';
import { lookForAlerts } from '../src/alerts/watching/look.ts';
import { newUuid } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { createMailer } from '../src/platform/mail.ts';
import { createMailOwners } from '../src/users/mail-owners.ts';
import { namedCertificate } from './providers/support/named-certificate.ts';
import { signUpMember, signUpOwner, type TestOwner } from './support/browser.ts';
import { expectProblem } from './support/expect-problem.ts';
import { credentials, useApiGateway } from './support/gateway.ts';
import { startMailbox } from './support/mailbox.ts';

type Done = (error: Error | null, response?: SMTPServerAuthenticationResponse) => void;

const mailbox = await startMailbox({
  ...namedCertificate,
  authOptional: false,
  authMethods: ['LOGIN'],
  disabledCommands: [],
  onAuth({ method, password }: SMTPServerAuthentication, _session: unknown, done: Done) {
    done(password === 'right' ? null : new Error('wrong'), { user: method });
  },
});
const gateway = await useApiGateway();
const { pool } = gateway.running.storage.database;
const log = createLog('silent');

const mailerWith = (password: string) =>
  createMailer({
    url: `smtp://hudhud:${password}@localhost:${mailbox.port}?auth=login`,
    from: 'Hudhud <hudhud@example.com>',
    trustedCertificates: namedCertificate.cert,
  });

const notices = (password = 'right'): NoticeOptions => ({
  pool,
  log,
  mailOwners: createMailOwners(pool, mailerWith(password), log),
  sendWhatsApp: async () => ({ kind: 'sent' }),
  publicUrl: () => gateway.address,
});

const round = async (options = notices()): Promise<void> => {
  await lookForAlerts(pool);
  await sendDueNotices(options);
};

const mailsTo = ({ email }: TestOwner) => mailbox.mails.filter(({ to }) => to.includes(email));
const alertsOf = async (owner: TestOwner, query = ''): Promise<Alert[]> =>
  (await owner.get<{ data: Alert[] }>(`/api/v1/alerts${query}`)).body.data;
const summaryOf = async (browser: Pick<TestOwner, 'get'>): Promise<AlertSummary> =>
  (await browser.get<AlertSummary>('/api/v1/alerts/summary')).body;
const change = (owner: TestOwner, body: object) =>
  owner.call<AlertSettings>('PATCH', '/api/v1/alert-settings', { body });

const setSender = (owner: TestOwner, state: string): Promise<unknown> =>
  gateway.database.query(
    `update senders set state = $2, failure = '{"code":"x","title":"The token was refused","action":"Enter a new one."}'
     where company_id = $1`,
    [owner.companyUuid, state],
  );

/** Everything that can be wrong at once. */
const breakEverything = async ({ companyUuid }: TestOwner): Promise<void> => {
  const { database } = gateway;
  await database.query(
    `insert into endpoints (company_id, id, url, secret, state, reason)
     values ($1, $2, 'https://example.com/hook?key=secret', '\\x00', 'disabled', '{"title":"It is gone"}')`,
    [companyUuid, newUuid()],
  );
  await database.query(
    `insert into campaigns (company_id, id, name, state, text, pause_reason, started_at)
     values ($1, $2, 'Ramadan', 'paused', 'x', '{"kind":"failure_rate","detail":"Half of it failed."}', now()),
       ($1, $3, 'By hand', 'paused', 'x', '{"kind":"person","detail":"A person paused it."}', now())`,
    [companyUuid, newUuid(), newUuid()],
  );
  await database.query(
    `update senders set state = 'suspended', failure = '{"title":"The token was refused"}',
       health = jsonb_build_object('peoplePerDay', 1000, 'peopleReached', 900, 'tokenEndsAt', now() + interval '2 days')
     where company_id = $1`,
    [companyUuid],
  );
  await database.query(
    `insert into tokens (company_id, id, digest, last_four, name, scopes, created_at, expires_at)
     values ($1, $2, '\\x01', 'abcd', 'Old till', '{send}', now() - interval '1 year', now() + interval '3 days')`,
    [companyUuid, newUuid()],
  );
  await database.query(
    `insert into message_counts (company_id, starts_at, sender_id, direction, type, status, count)
     values ($1, now(), $2, 'out', 'text', 'failed', 30), ($1, now(), $2, 'out', 'text', 'sent', 70)`,
    [companyUuid, newUuid()],
  );
};

const mendEverything = async ({ companyUuid }: TestOwner): Promise<void> => {
  for (const text of [
    `update endpoints set state = 'active' where company_id = $1`,
    `update campaigns set state = 'running' where company_id = $1`,
    `update senders set state = 'connected', health = null where company_id = $1`,
    'delete from tokens where company_id = $1 and name is not null',
    'delete from message_counts where company_id = $1',
  ]) {
    await gateway.database.query(text, [companyUuid]);
  }
};

const eventsOf = async ({ companyUuid }: TestOwner): Promise<string[]> =>
  (
    await gateway.database.query<{ data: string }>(
      `select data from events where company_id = $1 and type = 'alert' order by id`,
      [companyUuid],
    )
  ).map(({ data }) => {
    const { kind, state } = JSON.parse(data) as { kind: string; state: string };
    return `${kind} ${state}`;
  });

describe('an alert', () => {
  it('is opened once for each, mailed over STARTTLS with AUTH LOGIN, emitted as an event, and resolved', async () => {
    const owner = await signUpOwner(gateway, 'Al Noor');
    await breakEverything(owner);
    await Promise.all([round(), round()]);
    await round();
    const kinds =
      'campaign_paused failure_rate quota sender_suspended token_end token_end webhook_failing'.split(' ');
    const open = await alertsOf(owner, '?state=open');
    expect(
      open
        .map(({ kind }) => kind)
        .toSorted()
        .join(' '),
    ).toBe(kinds.join(' '));
    const texts = mailsTo(owner).map(({ text }) => text);
    expect(texts).toHaveLength(kinds.length);
    expect(mailsTo(owner).every(({ isSecure, user }) => isSecure && user === 'LOGIN')).toBe(true);
    expect(texts.join('\n')).toContain('The sender');
    expect(texts.join('\n')).toContain('30 % of messages failed in the last hour');
    expect(texts.join('\n')).not.toContain('secret');
    expect(texts.find((text) => text.includes('Ramadan'))).toContain(`${gateway.address}/campaigns/cmp_`);
    await mendEverything(owner);
    await round();
    expect(await alertsOf(owner, '?state=open')).toEqual([]);
    expect((await eventsOf(owner)).toSorted()).toEqual(
      kinds.flatMap((kind) => [`${kind} open`, `${kind} resolved`]).toSorted(),
    );
    expect(mailsTo(owner)).toHaveLength(kinds.length);
  });

  it('is mailed in the language of the owner', async () => {
    const owner = await signUpOwner(gateway, 'Al Huda');
    await gateway.database.query(`update users set language = 'ar' where email = $1`, [owner.email]);
    await setSender(owner, 'suspended');
    await round();
    expect(mailsTo(owner)[0]?.text).toContain('موقوف');
  });

  it('is left alone where its rule is off, and over when the rule is switched off', async () => {
    const owner = await signUpOwner(gateway);
    await setSender(owner, 'suspended');
    await change(owner, { rules: [{ kind: 'sender_suspended', channels: [] }] });
    await round();
    expect(await alertsOf(owner)).toMatchObject([{ state: 'open', notices: [] }]);
    const off = await change(owner, { rules: [{ kind: 'sender_suspended', is_on: false }] });
    expect(off.body.rules).toContainEqual({
      kind: 'sender_suspended',
      is_on: false,
      threshold: null,
      channels: [],
    });
    await round();
    expect(await alertsOf(owner)).toMatchObject([{ state: 'resolved' }]);
    expect(mailsTo(owner)).toEqual([]);
  });

  it('is sent three times a day at most when it comes and goes', async () => {
    const owner = await signUpOwner(gateway);
    for (let time = 0; time < 5; time += 1) {
      await setSender(owner, 'suspended');
      await round();
      await setSender(owner, 'connected');
      await round();
    }
    expect(mailsTo(owner)).toHaveLength(3);
    const [latest] = await alertsOf(owner);
    expect(latest?.notices).toMatchObject([
      { channel: 'mail', state: 'skipped', reason: 'too_often' },
      { channel: 'webhook', state: 'skipped', reason: 'too_often' },
    ]);
    expect(await alertsOf(owner)).toHaveLength(5);
  });
});

describe('a notice', () => {
  it('waits for the end of quiet hours in the time zone of the company, and is not lost', async () => {
    const owner = await signUpOwner(gateway);
    const clock = (hours: number): string =>
      new Date(Date.now() + (3 + hours) * 3_600_000).toISOString().slice(11, 16);
    await change(owner, { quiet_hours: { from: clock(-1), until: clock(1) } });
    await setSender(owner, 'suspended');
    await round();
    await round();
    expect(mailsTo(owner)).toEqual([]);
    const held = (await alertsOf(owner))[0]?.notices.find(({ channel }) => channel === 'mail');
    expect(held).toMatchObject({ state: 'waiting', reason: 'quiet_hours' });
    expect(Math.abs(Date.parse(held?.due_at ?? '') - Date.now() - 3_600_000)).toBeLessThan(120_000);
    await setSender(owner, 'connected');
    await round();
    await change(owner, { quiet_hours: null });
    await round();
    expect(mailsTo(owner).map(({ text }) => text)).toEqual([expect.stringContaining('resolved since')]);
  });

  it('is tried again while the mail server refuses, and then sent once to each owner', async () => {
    const owner = await signUpOwner(gateway);
    await setSender(owner, 'suspended');
    await round(notices('wrong'));
    const [notice] = (await alertsOf(owner))[0]?.notices ?? [];
    expect(notice).toMatchObject({
      channel: 'mail',
      state: 'waiting',
      reason: expect.stringContaining('535'),
    });
    for (let time = 0; time < 2; time += 1) {
      await gateway.database.query(`update alert_notices set due_at = now() where state = 'waiting'`);
      await round();
    }
    expect(mailsTo(owner)).toHaveLength(1);
    expect((await alertsOf(owner))[0]?.notices).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  });

  it('says so where nothing is set up', async () => {
    const owner = await signUpOwner(gateway);
    await setSender(owner, 'suspended');
    await round({ ...notices(), mailOwners: null });
    const [notice] = (await alertsOf(owner))[0]?.notices ?? [];
    expect(notice).toMatchObject({ channel: 'mail', state: 'failed', reason: 'mail_not_set_up' });
    expectProblem(
      await owner.post('/api/v1/alert-settings/test', { channel: 'whatsapp' }),
      'alert_channel_unavailable',
    );
  });
});

describe('the bell', () => {
  it('counts for each person what they have not read, and shows the same list to all', async () => {
    const owner = await signUpOwner(gateway);
    const viewer = await signUpMember(gateway, owner, 'viewer');
    await breakEverything(owner);
    await round();
    expect(await summaryOf(owner)).toEqual({ unread: 7, open: 7 });
    const [first] = await alertsOf(owner);
    const read = await viewer.post<AlertSummary>('/api/v1/alerts/read', { ids: [first?.id] });
    expect(read.body).toEqual({ unread: 6, open: 7 });
    expect((await alertsOf(owner))[0]?.is_read).toBe(false);
    expect((await owner.post<AlertSummary>('/api/v1/alerts/read', {})).body).toEqual({ unread: 0, open: 7 });
    expect((await alertsOf(owner)).every(({ is_read }) => is_read)).toBe(true);
    const headers = credentials(owner.companyId, owner.token);
    const byToken = await gateway.call<AlertSummary>('GET', '/api/v1/alerts/summary', { headers });
    expect(byToken.body).toEqual({ unread: 0, open: 7 });
    expectProblem(await viewer.call('PATCH', '/api/v1/alert-settings', { body: {} }), 'role_too_low');
  });

  it('shows nothing of another company, and marks nothing of it', async () => {
    const [ours, theirs] = [await signUpOwner(gateway), await signUpOwner(gateway)];
    await setSender(theirs, 'suspended');
    await round();
    const [alert] = await alertsOf(theirs);
    expect(await alertsOf(ours)).toEqual([]);
    await ours.post('/api/v1/alerts/read', { ids: [alert?.id] });
    expect(await summaryOf(theirs)).toEqual({ unread: 1, open: 1 });
  });
});

describe('the settings of alerts', () => {
  it('are kept, recorded in the audit log with old and new values, and refused where they cannot be', async () => {
    const owner = await signUpOwner(gateway);
    const changed = await change(owner, {
      rules: [{ kind: 'failure_rate', threshold: 5, channels: ['whatsapp'] }],
      whatsapp: { to: '+966 50 123 4567' },
    });
    expect(changed.body).toMatchObject({
      whatsapp: { to: '+966501234567', template: null },
      is_mail_set_up: false,
    });
    const { body } = await owner.get<{ data: AuditEntry[] }>('/api/v1/audit');
    const entry = body.data.find(({ action }) => action === 'change_alert_settings');
    expect(entry?.changes).toContainEqual({
      field: 'failure_rate',
      before: { threshold: 20, channels: ['mail', 'webhook'] },
      after: { threshold: 5, channels: ['whatsapp'] },
    });
    expectProblem(await change(owner, { whatsapp: { to: '12' } }), 'invalid_phone_number');
    expectProblem(await change(owner, { quiet_hours: { from: '25:00', until: '07:00' } }), 'invalid_value');
    expectProblem(await change(owner, { rules: [{ kind: 'failure_rate', threshold: 0 }] }), 'invalid_value');
  });
});
