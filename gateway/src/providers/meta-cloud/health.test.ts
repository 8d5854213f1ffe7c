import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';

import { useDialectBench } from '../tests-support/use-dialect-bench.ts';
import { metaHealth, readTier } from './health.ts';
import { createMetaBench } from './tests-support/meta-bench.ts';

const { bench, http } = await useDialectBench(createMetaBench);
const account = (): string => bench.fields.phone_number_id ?? '';
const fields = () => ({ ...bench.fields, waba_id: '102290129340398' });

const perfect = {
  qualityRating: 'GREEN',
  messagingLimit: 'TIER_UNLIMITED',
  status: 'CONNECTED',
  nameStatus: 'APPROVED',
  tokenEnds: 0,
};
afterEach(() => {
  bench.simulator.numbers.edit(account(), { standing: perfect, callbackUrl: null });
});

const stand = (standing: object) => bench.simulator.numbers.edit(account(), { standing });

describe('the health of a number', () => {
  test('is read from Meta', async () => {
    stand({ qualityRating: 'YELLOW', messagingLimit: 'TIER_2K', tokenEnds: 1_800_000_000 });
    expect(await metaHealth.read(http, fields())).toEqual({
      kind: 'read',
      health: {
        quality: 'yellow',
        peoplePerDay: 2_000,
        messagesPerSecond: 1_000,
        name: expect.stringMatching(/./),
        nameStatus: 'APPROVED',
        restrictions: [],
        tokenEndsAt: new Date(1_800_000_000_000),
      },
    });
  });

  test('knows no end of a permanent token, and names what a number is kept from', async () => {
    stand({ status: 'RESTRICTED' });
    const read = await metaHealth.read(http, fields());
    expect(read).toMatchObject({
      health: { tokenEndsAt: null, restrictions: [{ kind: 'restricted', endsAt: null }] },
    });
  });

  test('is broken when the token is, and does not say it back', async () => {
    const read = await metaHealth.read(http, bench.wrongTokenFields);
    expect(read).toMatchObject({ kind: 'broken', failure: { code: '190' } });
    expect(JSON.stringify(read)).not.toContain(bench.wrongTokenFields.access_token);
  });

  test.each([
    ['TIER_250', 250],
    ['TIER_1K', 1_000],
    ['TIER_100K', 100_000],
    ['TIER_UNLIMITED', Number.POSITIVE_INFINITY],
    [2_000, 2_000],
    [-1, Number.POSITIVE_INFINITY],
    ['TIER_NOT_SET', null],
    [undefined, null],
  ])('reads the limit %s as %s', (written, people) => {
    expect(readTier(written)).toBe(people);
  });
});

describe('a notice', () => {
  const readNotice = (field: string, value: object) =>
    metaHealth.readNotice(field, { id: '1', changes: [{ field, value }] });

  test('of a restriction has its end and is an alert', () => {
    const info = { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_800_000_000 };
    const endsAt = new Date(1_800_000_000_000);
    expect(
      readNotice('account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info: [info] }),
    ).toMatchObject({
      restrictions: [{ kind: 'restricted_biz_initiated_messaging', endsAt }],
      alert: { kind: 'restricted', endsAt },
    });
  });

  test('of a declined name, a violation or an alert of Meta is an alert', () => {
    const declined = { decision: 'REJECTED', requested_verified_name: 'Lucky', rejection_reason: 'X' };
    expect(readNotice('phone_number_name_update', declined)?.alert?.kind).toBe('name_declined');
    const violation = { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'ADULT' } };
    expect(readNotice('account_update', violation)?.alert?.detail).toContain('ADULT');
    const info = { alert_type: 'X', alert_description: 'Something' };
    expect(readNotice('account_alerts', { alert_info: info })?.alert?.detail).toBe('Something');
  });

  test('of a new limit only makes the health be read again; one about templates does not', () => {
    expect(readNotice('phone_number_quality_update', { event: 'ONBOARDING' })).toEqual({});
    expect(readNotice('account_update', { event: 'PARTNER_ADDED' })).toEqual({});
    expect(readNotice('message_template_status_update', {})).toBeNull();
  });

  test('that makes no sense is no alert', () => {
    expect(metaHealth.readNotice('account_update', null)).toEqual({});
    expect(metaHealth.readNotice('account_update', { changes: 'x' })).toEqual({});
  });
});

/** A callback address that answers the handshake as ours does, or not. */
const startCallback = async (isRight: boolean) => {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const isAsked = searchParams.get('hub.verify_token') === bench.fields.verify_token;
    response.end(isRight && isAsked ? searchParams.get('hub.challenge') : 'no');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks/meta_cloud/co_1/snd_1`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
};

const statesOf = async (url: string, more: object = {}) =>
  (await metaHealth.examine(http, { ...fields(), ...more }, url)).map(
    ({ step, state, failure }) => `${step} ${state}${failure ? ` ${failure.code}` : ''}`,
  );

describe('the doctor', () => {
  test('finds everything working', async () => {
    const callback = await startCallback(true);
    bench.simulator.numbers.edit(account(), { callbackUrl: callback.url });
    expect(await statesOf(callback.url)).toEqual([
      'token working',
      'scopes working',
      'number working',
      'subscription working',
      'callback working',
    ]);
    await callback.close();
  });

  test('stops at the token', async () => {
    const steps = await metaHealth.examine(http, bench.wrongTokenFields, 'https://gateway.example/x');
    expect(steps).toMatchObject([{ step: 'token', state: 'broken', failure: { code: '190' } }]);
    expect(JSON.stringify(steps)).not.toContain(bench.wrongTokenFields.access_token);
  });

  test('stops at a number that is not registered', async () => {
    stand({ status: 'PENDING' });
    expect((await statesOf('')).at(-1)).toBe('number broken number_not_connected');
  });

  test('stops at a phone number id that is not of this token', async () => {
    expect((await statesOf('', { phone_number_id: '999' })).at(-1)).toBe('number broken 100');
  });

  test('stops at an account without a subscribed app', async () => {
    bench.simulator.numbers.unsubscribe('102290129340398');
    expect((await statesOf('')).at(-1)).toBe('subscription broken app_not_subscribed');
    bench.simulator.numbers.subscribe('102290129340398', null);
  });

  test('cannot ask about the subscription without the account id, and goes on', async () => {
    const steps = await statesOf('', { waba_id: '' });
    expect(steps).toContain('subscription skipped not_checked');
    expect(steps.at(-1)).toMatch(/^callback/);
  });

  test('stops at a callback address that is missing, of another sender, or does not answer', async () => {
    const callback = await startCallback(false);
    expect((await statesOf(callback.url)).at(-1)).toBe('callback broken callback_not_set');
    bench.simulator.numbers.edit(account(), { callbackUrl: 'https://gateway.example/other' });
    expect((await statesOf(callback.url)).at(-1)).toBe('callback broken callback_elsewhere');
    bench.simulator.numbers.edit(account(), { callbackUrl: callback.url });
    expect((await statesOf(callback.url)).at(-1)).toBe('callback broken callback_unreachable');
    await callback.close();
    expect((await statesOf(callback.url)).at(-1)).toBe('callback broken callback_unreachable');
  });
});
