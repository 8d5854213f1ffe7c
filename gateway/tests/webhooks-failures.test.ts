// Failures of customers' systems. Each ends in the documented state, and the log explains it.

import type { Failure } from '@hudhud/contract/failure.ts';
import { describe, expect, it } from 'vitest';
import { createOutgoingHttp } from '../src/platform/outgoing-http/outgoing-http.ts';
import { createAddressGuard } from '../src/platform/outgoing-http/private-address-guard.ts';
import { attemptsMax } from '../src/webhooks/attempts/schedule.ts';
import {
  answers,
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
} from './support/receivers/behaviours.ts';
import { refusingUrl, unresolvableUrl } from './support/receivers/nowhere.ts';
import { type Behaviour, startReceiver } from './support/receivers/receiver.ts';
import { waitUntil } from './support/wait-until.ts';
import { type CallState, type DeliveryState, useWebhookStage } from './support/webhook-stage.ts';

const stage = await useWebhookStage();
await stage.startEngine({ attemptMilliseconds: 1_000 });

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

interface Scene {
  readonly companyId: string;
  readonly webhookId: string;
}

const makeScene = async (url: string, events = 1): Promise<Scene> => {
  const companyId = await stage.createCompany();
  const { id } = await stage.addWebhook(companyId, { url });
  await stage.writeEvents(
    companyId,
    Array.from({ length: events }, () => ({})),
  );
  return { companyId, webhookId: id };
};

const oneDelivery = async (
  { webhookId }: Scene,
  what: string,
  fits: (delivery: DeliveryState) => boolean,
): Promise<{ delivery: DeliveryState; call: CallState; failure: Failure }> =>
  await waitUntil(what, async () => {
    const [delivery] = await stage.deliveriesOf(webhookId);
    const call = (await stage.callsOf(webhookId)).at(-1);
    if (!delivery || !call || !fits(delivery)) return null;
    return { delivery, call, failure: JSON.parse(call.failure ?? 'null') as Failure };
  });

const afterFirstAttempt = (scene: Scene) =>
  oneDelivery(scene, 'the first attempt was written down', ({ attempt }) => attempt === 1);

const stateOf = async ({ webhookId }: Scene): Promise<{ state: string; reason: Failure | null }> => {
  const [row] = await stage.database.query<{ state: string; reason: string | null }>(
    'select state, reason from endpoints where id = $1',
    [webhookId],
  );
  return { state: row?.state ?? '', reason: JSON.parse(row?.reason ?? 'null') as Failure | null };
};

describe('a delivery is tried again, and the log says why, when the receiver', () => {
  const behaviours: readonly [
    name: string,
    behaviour: Behaviour,
    errorClass: string,
    status: number | null,
  ][] = [
    ['answers 500', fails, 'status', 500],
    ['answers 404', answers(404), 'status', 404],
    [
      'redirects to a private address',
      redirectsTo('http://169.254.169.254/latest/meta-data'),
      'redirect',
      302,
    ],
    ['hangs', hangs, 'timeout', null],
    ['resets the connection', resets, 'reset', null],
    ['sends the head of its answer too slowly', dripsHeaders(), 'timeout', null],
    ['says 200 but never ends its answer', dripsBody(), 'timeout', 200],
  ];
  it.each(behaviours)('%s', async (_name, behaviour, errorClass, status) => {
    const receiver = await startReceiver(behaviour);
    const scene = await makeScene(receiver.url);
    const { delivery, call, failure } = await afterFirstAttempt(scene);
    expect(delivery).toMatchObject({ state: 'waiting', error_class: errorClass, answer_status: status });
    const wait = (delivery.due_at?.getTime() ?? 0) - stage.now();
    expect(wait).toBeLessThanOrEqual(6_000);
    expect(call).toMatchObject({ outcome: 'retry', status, error_class: errorClass, address: '127.0.0.1' });
    expect(call.next_attempt_at).toEqual(delivery.due_at);
    expect(failure).toMatchObject({
      code: errorClass,
      title: expect.stringMatching(/\S/),
      action: expect.stringMatching(/\S/),
    });
    expect(receiver.requests.length).toBe(1);
    await receiver.close();
  });

  it.each([
    ['is not found by name', () => unresolvableUrl, 'dns'],
    ['refuses the connection', refusingUrl, 'refused'],
  ])('%s', async (_name, url, errorClass) => {
    const scene = await makeScene(await url());
    const { delivery, call, failure } = await afterFirstAttempt(scene);
    expect(delivery).toMatchObject({ state: 'waiting', error_class: errorClass, answer_status: null });
    expect(call).toMatchObject({ outcome: 'retry', status: null });
    expect(failure.code).toBe(errorClass);
  });

  it('has a certificate that is not trusted', async () => {
    const receiver = await startReceiver(takesIt, { isUntrusted: true });
    const { call } = await afterFirstAttempt(await makeScene(receiver.url));
    expect(call).toMatchObject({ outcome: 'retry', error_class: 'tls' });
    expect(receiver.requests).toEqual([]);
    await receiver.close();
  });
});

describe('a success', () => {
  it('with a gigabyte of answer is a success; the first 32 KB are kept and the connection is closed', async () => {
    const receiver = await startReceiver(answersAtLength(1_000_000_000));
    const scene = await makeScene(receiver.url);
    const { delivery, call } = await afterFirstAttempt(scene);
    expect(delivery.state).toBe('delivered');
    expect(call.answer_body?.length).toBe(32_768);
    await waitUntil('the connection was closed', () => receiver.connections() === 0);
    await receiver.close();
  });
});

describe('an address that must not be called', () => {
  it('ends the delivery at once, also when the name led elsewhere when it was saved', async () => {
    const own = await useWebhookStage();
    // Its own resolver: the webhook is saved while the name does not resolve, and dialled when it leads inside.
    const guard = createAddressGuard({ allowedNetworks: [], resolve: async () => ['10.1.2.3'] });
    const http = createOutgoingHttp({ connections: 10, guard });
    await own.startEngine({ http });
    const companyId = await own.createCompany();
    const { id } = await own.addWebhook(companyId, { url: 'http://rebinding.invalid/hook' });
    await own.writeEvents(companyId, [{}]);
    const call = await waitUntil('the attempt was written down', async () => (await own.callsOf(id))[0]);
    expect(call).toMatchObject({ outcome: 'rejected', address: null, next_attempt_at: null });
    const failure = JSON.parse(call.failure ?? 'null') as Failure;
    expect(failure.detail).toContain('10.1.2.3');
    expect(failure.action).toContain('WEBHOOK_ALLOWED_NETWORKS');
    const [delivery] = await own.deliveriesOf(id);
    expect(delivery).toMatchObject({ state: 'failed', error_class: 'blocked', due_at: null, attempt: 1 });
    await http.close();
  });
});

describe('410', () => {
  it('disables the webhook with a reason and an event; later events are kept as skipped', async () => {
    const receiver = await startReceiver(isGone);
    const healthy = await startReceiver(takesIt);
    const companyId = await stage.createCompany();
    const gone = await stage.addWebhook(companyId, { url: receiver.url });
    const other = await stage.addWebhook(companyId, { url: healthy.url, events: ['webhook_disabled'] });
    await stage.writeEvents(companyId, [{}]);
    const scene = { companyId, webhookId: gone.id };
    const { delivery, call } = await afterFirstAttempt(scene);
    expect(delivery).toMatchObject({ state: 'failed', error_class: 'gone' });
    expect(call.outcome).toBe('suspended');
    expect(await stateOf(scene)).toMatchObject({ state: 'disabled', reason: { code: 'gone' } });
    await waitUntil('the other webhook was notified', () => healthy.requests.length === 1);
    const emitted = JSON.parse(healthy.requests[0]?.body ?? '') as { event: string; data: object };
    expect(emitted).toMatchObject({ event: 'webhook_disabled', data: { url: receiver.url } });
    await stage.writeEvents(companyId, [{}]);
    const states = (await stage.deliveriesOf(gone.id)).map(({ state }) => state);
    expect(states).toEqual(['failed', 'skipped', 'skipped']);
    expect(receiver.requests.length).toBe(1);
    expect((await stage.deliveriesOf(other.id)).length).toBe(1);
    await Promise.all([receiver.close(), healthy.close()]);
  });
});

describe('429 with Retry-After', () => {
  it('leaves the webhook alone as long as it asks, and then goes on', async () => {
    const receiver = await startReceiver(asksToWait(7_200));
    const scene = await makeScene(receiver.url);
    const { delivery } = await afterFirstAttempt(scene);
    const dueIn = (delivery.due_at?.getTime() ?? 0) - stage.now();
    expect(dueIn).toBeGreaterThan(1.9 * hour);
    expect(dueIn).toBeLessThanOrEqual(2 * hour);
    await stage.writeEvents(scene.companyId, [{}, {}]);
    receiver.behave(takesIt);
    stage.pass(hour);
    const [row] = await stage.database.query<{ parked_until: Date }>(
      'select parked_until from endpoint_lanes where endpoint_id = $1',
      [scene.webhookId],
    );
    expect(row?.parked_until.getTime()).toBeGreaterThan(stage.now());
    expect(receiver.requests.length).toBe(1);
    stage.pass(hour + minute);
    await waitUntil('everything was delivered', async () =>
      (await stage.deliveriesOf(scene.webhookId)).every(({ state }) => state === 'delivered'),
    );
    expect(receiver.requests.length).toBe(4);
    await receiver.close();
  });
});

describe('a receiver that fails', () => {
  it('gets ten attempts over about three days, with the same id and fresh timestamps, then the delivery fails', async () => {
    const receiver = await startReceiver(fails);
    const scene = await makeScene(receiver.url);
    const begin = stage.now();
    for (let attempt = 1; attempt < attemptsMax; attempt += 1) {
      const { delivery } = await oneDelivery(
        scene,
        `attempt ${attempt} was written down`,
        (row) => row.attempt === attempt,
      );
      expect(delivery.state).toBe('waiting');
      stage.pass((delivery.due_at?.getTime() ?? 0) - stage.now() + 1);
    }
    const { delivery, call } = await oneDelivery(
      scene,
      'the last attempt was written down',
      (row) => row.attempt === attemptsMax,
    );
    expect(delivery).toMatchObject({ state: 'failed', due_at: null, error_class: 'status' });
    expect(call).toMatchObject({ outcome: 'rejected', attempt: attemptsMax, next_attempt_at: null });
    expect((stage.now() - begin) / hour).toBeGreaterThan(60);
    expect((stage.now() - begin) / hour).toBeLessThan(91);
    const ids = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    const timestamps = new Set(receiver.requests.map(({ headers }) => headers['webhook-timestamp']));
    expect(ids.size).toBe(1);
    expect(timestamps.size).toBe(attemptsMax);
    expect(await stateOf(scene)).toMatchObject({ state: 'active' });
    await receiver.close();
  });

  it('is parked: what waits behind uses up no attempts, and is delivered when a probe succeeds', async () => {
    const receiver = await startReceiver(fails);
    const scene = await makeScene(receiver.url, 60);
    await waitUntil('the lane was parked', async () => {
      const [row] = await stage.database.query<{ parked_until: Date | null }>(
        'select parked_until from endpoint_lanes where endpoint_id = $1',
        [scene.webhookId],
      );
      return row?.parked_until;
    });
    const untouched = (await stage.deliveriesOf(scene.webhookId)).filter(({ attempt }) => attempt === 0);
    expect(untouched.length).toBeGreaterThanOrEqual(40);
    receiver.behave(takesIt);
    stage.pass(15 * minute);
    await waitUntil('everything was delivered', async () =>
      (await stage.deliveriesOf(scene.webhookId)).every(({ state }) => state === 'delivered'),
    );
    await receiver.close();
  });

  it('for five days is disabled, says why, and still has what waited', async () => {
    const receiver = await startReceiver(fails);
    const scene = await makeScene(receiver.url);
    await afterFirstAttempt(scene);
    stage.pass(5 * day + minute);
    await waitUntil('the webhook was disabled', async () => (await stateOf(scene)).state === 'disabled');
    expect((await stateOf(scene)).reason).toMatchObject({ code: 'failing_for_days' });
    const events = await stage.database.query(
      `select 1 from events where company_id = $1 and type = 'webhook_disabled'`,
      [scene.companyId],
    );
    expect(events.length).toBe(1);
    const [delivery] = await stage.deliveriesOf(scene.webhookId);
    expect(delivery?.state).toBe('waiting');
    await receiver.close();
  });
});

describe('a fault on our side', () => {
  it('uses up no attempt', async () => {
    const own = await useWebhookStage();
    let isDown = true;
    const receiver = await startReceiver(takesIt);
    const guard = createAddressGuard({
      allowedNetworks: ['loopback'],
      resolve: async () => {
        if (!isDown) return ['127.0.0.1'];
        throw Object.assign(new Error('getaddrinfo EAI_AGAIN hooks.example'), {
          code: 'EAI_AGAIN',
          syscall: 'getaddrinfo',
        });
      },
    });
    const http = createOutgoingHttp({ connections: 10, guard });
    await own.startEngine({ http });
    const companyId = await own.createCompany();
    const url = `http://hooks.example:${receiver.port}/hook`;
    const { id } = await own.addWebhook(companyId, { url });
    await own.writeEvents(companyId, [{}]);
    const call = await waitUntil('the fault was written down', async () => (await own.callsOf(id))[0]);
    expect(call).toMatchObject({ error_class: 'ours', outcome: 'retry' });
    const [waiting] = await own.deliveriesOf(id);
    expect(waiting).toMatchObject({ state: 'waiting', attempt: 0, step: 0 });
    isDown = false;
    own.pass(minute);
    await waitUntil('it was delivered', async () => (await own.deliveriesOf(id))[0]?.state === 'delivered');
    expect((await own.deliveriesOf(id))[0]?.attempt).toBe(1);
    await Promise.all([receiver.close(), http.close()]);
  });
});
