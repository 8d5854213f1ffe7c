// Passwords, tokens, codes and links of people are nowhere to be read: not in the Event Monitor, not in the database, not
// in the log.

import { expect, it } from 'vitest';
import { codeAt, fromBase32, stepAt } from '../src/users/second-factor/totp.ts';
import { goodPassword, inviteInto, openBrowser, signInElsewhere, signUpOwner } from './support/browser.ts';
import { useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway({ environment: { LOG_LEVEL: 'trace', LOG_REQUESTS: 'yes' } });

const readTables = async (): Promise<string> => {
  const tables = await gateway.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  expect(tables.length).toBeGreaterThan(15);
  const parts = tables.map(({ name }) => gateway.database.query(`select t::text as row from ${name} t`));
  return JSON.stringify(await Promise.all(parts));
};

it('secrets that people type or are shown once are stored and logged nowhere', async () => {
  const newPassword = 'quiet-lantern-93';
  const chosenToken = 'kEBHGnmT72xy-purple-ostrich';
  const owner = await signUpOwner(gateway);
  const cookies = [owner.cookie];
  const invitation = await inviteInto(owner, 'viewer');
  await openBrowser(gateway).post('/api/v1/invitations/view', { token: invitation });
  const factor = await owner.post<{ secret: string }>('/api/v1/second-factor', { password: goodPassword });
  const { secret } = factor.body;
  const code = codeAt(fromBase32(secret), stepAt(Date.now()));
  const confirmed = await owner.post<{ recovery_codes: string[] }>('/api/v1/second-factor/confirm', { code });
  expect(confirmed.status).toBe(200);
  const removal = { password: goodPassword, code: confirmed.body.recovery_codes[0] };
  expect((await owner.post('/api/v1/second-factor/remove', removal)).status).toBe(204);
  cookies.push((await signInElsewhere(gateway, owner)).cookie);
  const change = { current_password: goodPassword, new_password: newPassword };
  expect((await owner.post('/api/v1/password', change)).status).toBe(204);
  cookies.push(owner.cookie);
  expect((await owner.post('/api/v1/company/token', { token: chosenToken })).status).toBe(200);
  // Mistakes are recorded too: a password in the wrong place, and one sent to a path that does not exist.
  await owner.post('/api/v1/messages/send', { password: goodPassword });
  await owner.post('/api/v1/sign-inn', { email: owner.email, password: newPassword });
  await gateway.stop();

  const secrets = [
    goodPassword,
    newPassword,
    chosenToken,
    owner.token,
    invitation,
    secret,
    ...confirmed.body.recovery_codes,
    ...cookies.map((cookie) => cookie?.split('=')[1] ?? 'missing'),
  ];
  expect(secrets).toHaveLength(19);
  const [stored, logged] = [await readTables(), gateway.logLines.join()];
  expect(stored).toContain('/api/v1/company/token');
  expect(stored).toContain('/api/v1/sign-inn');
  expect(logged).toContain('/api/v1/sign-in');
  for (const hidden of secrets) {
    expect(stored, 'stored').not.toContain(hidden);
    expect(logged, 'logged').not.toContain(hidden);
    expect(stored, 'stored in hex').not.toContain(Buffer.from(hidden).toString('hex'));
  }
});
