// Every receiver of the test support, as a delivery sees it: each ends in time and in a value that explains it.

import { afterEach, expect, test } from 'vitest';
import {
  answersAtLength,
  asksToWait,
  dripsBody,
  dripsHeaders,
  fails,
  hangs,
  isGone,
  redirectsTo,
  resets,
  takesIt,
  waits,
} from '../../../tests/support/receivers/behaviours.ts';
import { refusingUrl, unresolvableUrl } from '../../../tests/support/receivers/nowhere.ts';
import { type Behaviour, startReceiver } from '../../../tests/support/receivers/receiver.ts';
import { createOutgoingHttp, type OutgoingResult } from './outgoing-http.ts';
import { createAddressGuard } from './private-address-guard.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const deliver = async (url: string): Promise<OutgoingResult> => {
  const guard = createAddressGuard({ allowedNetworks: ['loopback'] });
  const http = createOutgoingHttp({ connections: 2, guard });
  closers.unshift(http.close);
  const headers = { 'content-type': 'application/json' };
  return await http.send({
    method: 'POST',
    url,
    headers,
    body: '{"event":"test"}',
    timeoutMilliseconds: 400,
    answerBytesMax: 32_768,
  });
};

const cases: readonly (readonly [string, Behaviour, object])[] = [
  ['takes it', takesIt, { kind: 'answered', status: 200, body: 'ok', isWhole: true, cutBy: null }],
  ['takes it late', waits(50), { kind: 'answered', status: 200, isWhole: true }],
  ['fails', fails, { kind: 'answered', status: 500 }],
  ['is gone', isGone, { kind: 'answered', status: 410 }],
  ['asks to wait', asksToWait(120), { kind: 'answered', status: 429, headers: { 'retry-after': '120' } }],
  ['redirects', redirectsTo('http://169.254.169.254/'), { kind: 'answered', status: 302 }],
  ['hangs', hangs, { kind: 'unanswered', reason: 'timeout' }],
  ['resets', resets, { kind: 'unanswered', reason: 'reset' }],
  ['drips headers', dripsHeaders(), { kind: 'unanswered', reason: 'timeout' }],
  ['drips its body', dripsBody(), { kind: 'answered', status: 200, isWhole: false, cutBy: 'timeout' }],
  [
    'answers with a gigabyte',
    answersAtLength(1_073_741_824),
    { kind: 'answered', status: 200, isWhole: false, cutBy: 'length', body: 'x'.repeat(32_768) },
  ],
];

test.each(cases)('a receiver that %s', async (_name, behaviour, expected) => {
  const receiver = await startReceiver(behaviour);
  closers.push(receiver.close);
  const result = await deliver(receiver.url);
  expect(result).toMatchObject({ ...expected, address: '127.0.0.1' });
  expect(result.milliseconds, 'in time').toBeLessThan(2_000);
  expect(receiver.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['POST', '/hook', '{"event":"test"}'],
  ]);
  if (!('isWhole' in expected) || expected.isWhole) return;
  await expect.poll(() => receiver.connections()).toBe(0);
});

test('a receiver with a certificate that no authority signed', async () => {
  const receiver = await startReceiver(takesIt, { isUntrusted: true });
  closers.push(receiver.close);
  expect(await deliver(receiver.url)).toMatchObject({ kind: 'unsent', reason: 'tls' });
  expect(receiver.requests).toEqual([]);
});

test('a receiver that changes its mind', async () => {
  const receiver = await startReceiver(fails);
  closers.push(receiver.close);
  expect(await deliver(receiver.url)).toMatchObject({ status: 500 });
  receiver.behave(takesIt);
  expect(await deliver(receiver.url)).toMatchObject({ status: 200 });
});

test('a host that does not resolve', async () => {
  expect(await deliver(unresolvableUrl)).toMatchObject({ kind: 'unsent', reason: 'dns' });
});

test('a port where no server listens', async () => {
  expect(await deliver(await refusingUrl())).toMatchObject({ kind: 'unsent', reason: 'refused' });
});
