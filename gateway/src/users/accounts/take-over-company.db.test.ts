import { expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { createCompany } from '../../companies/create-company.ts';
import { fromPublicId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { deriveSecrets } from '../../platform/secrets.ts';
import { inviteFirstOwner } from '../invitations/invite-first-owner.ts';
import { signUp } from './sign-up.ts';

const database = await useDatabase();
const pool = database.openPool(2);
pool.on('error', () => undefined);
const secrets = deriveSecrets('a key that has more than 32 characters');

const signUpAs = (name: string, companyName: string) =>
  signUp(
    {
      pool,
      secrets,
      trialDays: 14,
      alsoForCompany: undefined,
      isOpen: true,
      sendMail: null,
      publicUrl: () => 'http://127.0.0.1',
      log: createLog('fatal'),
    },
    {
      name,
      email: `${name.toLowerCase()}@example.com`,
      password: 'violet-harbour-47',
      company_name: companyName,
      timezone: 'Asia/Riyadh',
      language: 'ar',
    },
    { source: '127.0.0.1', userAgent: 'test' },
  );

it('gives the company that the first start made to the first person who signs up, and to no later one', async () => {
  const printed = await createCompany(pool, secrets, {
    name: 'Demo company',
    timezone: 'UTC',
    plan: 'trial',
    trialDays: 14,
  });
  const uuid = fromPublicId('company', printed.companyId) ?? '';
  await inviteFirstOwner(pool, 'http://127.0.0.1', uuid);

  const layla = await signUpAs('Layla', 'Al Noor Clinic');
  expect(await database.query('select id, name, timezone, language from companies')).toEqual([
    { id: uuid, name: 'Al Noor Clinic', timezone: 'Asia/Riyadh', language: 'ar' },
  ]);
  expect(await database.query('select name from stores')).toEqual([{ name: 'Al Noor Clinic' }]);
  expect(await database.query('select user_id, role from members')).toEqual([
    { user_id: layla?.userId, role: 'owner' },
  ]);
  expect(await database.query('select 1 from invitations')).toEqual([]);
  // The token in the terminal goes on working beside the one that the page shows.
  const digests = await database.query<{ digest: Buffer }>(
    'select digest from tokens where expires_at is null',
  );
  const known = [printed.token, layla?.token ?? ''].map((token) =>
    secrets.digestToken(token).toString('hex'),
  );
  expect(digests.map(({ digest }) => digest.toString('hex')).toSorted()).toEqual(known.toSorted());

  const omar = await signUpAs('Omar', 'Second Clinic');
  const companies = await database.query<{ name: string }>('select name from companies order by created_at');
  expect(companies.map(({ name }) => name)).toEqual(['Al Noor Clinic', 'Second Clinic']);
  expect(omar?.token).not.toBeNull();
});
