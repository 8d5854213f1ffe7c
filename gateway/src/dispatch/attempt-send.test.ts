// The carrier of a lane: what it asks right before a call, and what it does with the outcome once that is written.

import { expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { CallJournal } from '../processes/call-journal.ts';
import type { Lease } from '../processes/lease.ts';
import { metaCloud } from '../providers/meta-cloud/meta-cloud.ts';
import type { SendResult } from '../providers/provider.ts';
import { makeSender } from '../senders/tests-support/make-sender.ts';
import { type CarrierOptions, createCarrier } from './attempt-send.ts';
import { makeEntry, someFailure } from './tests-support/make-entry.ts';
import { makeRequest } from './tests-support/make-request.ts';

const call = { method: 'POST', url: '', requestBody: null, status: 200, answerBody: null, milliseconds: 1 };
const accepted: SendResult = { outcome: { kind: 'sent', providerMessageId: 'toy.1' }, call };
const refusedSender: SendResult = { outcome: { kind: 'suspended', failure: someFailure }, call };

/** A carrier whose provider makes one call. */
const useCarrier = (answer: SendResult = accepted) => {
  const steps: string[] = [];
  const stage = {
    isHeld: true,
    isOurs: true,
    hasJournal: true,
    place: 7 as number | null,
    committed: Promise.resolve(),
  };
  const journal = {
    begin: (_id: string, attempt: number) => {
      steps.push(`recorded ${attempt}`);
      return stage.place;
    },
    end: (place: number) => void steps.push(`forgotten ${place}`),
  } as unknown as CallJournal;
  const lease = {
    epoch: '7',
    get journal() {
      return stage.hasJournal ? journal : null;
    },
    isHeld: () => stage.isHeld,
  } as unknown as Lease;
  const http = {
    send: async ({ mayStart, onStart }: { mayStart?: () => boolean; onStart?: () => boolean }) => {
      steps.push(onStart?.() !== false && mayStart?.() !== false ? 'called' : 'not called');
    },
  } as unknown as OutgoingHttp;
  const sender = makeSender({
    provider: {
      ...metaCloud,
      async send(given) {
        await given.send({} as Parameters<OutgoingHttp['send']>[0]);
        return answer;
      },
    },
  });
  const options = {
    http,
    publicUrl: () => 'http://127.0.0.1',
    log: createLog('silent'),
    outcomes: { write: () => stage.committed.then(() => stage.isOurs) },
    uncertainMarks: { forget: () => void steps.push('certain') },
    onForeignSettled: (_id: string, isSent: boolean) =>
      void steps.push(isSent ? 'notified: sent' : 'notified: settled'),
    onHeldBack: () => void steps.push('held back'),
  } as unknown as CarrierOptions;
  const create = () =>
    createCarrier(options, { current: () => sender, onTaken: () => void steps.push('taken') }, lease);
  return { stage, steps, create };
};

it('records a call, checks the lease after that, and forgets the call once its outcome is written', async () => {
  const { stage, steps, create } = useCarrier();
  const { promise, resolve: commit } = Promise.withResolvers<void>();
  stage.committed = promise;
  const entry = makeEntry({ attempt: 2, request: makeRequest() });
  const { written } = await create().attempt(entry);
  expect(steps).toEqual(['certain', 'recorded 2', 'called', 'taken']);
  expect(entry.request).not.toBeNull();
  commit();
  await written;
  expect(steps.at(-1)).toBe('forgotten 7');
  expect(entry.request).toBeNull();
});

it.each([
  ['the lease has ended', { isHeld: false }],
  ['the journal takes nothing more', { place: null }],
])('makes no call when %s', async (_when, changes) => {
  const { stage, steps, create } = useCarrier();
  Object.assign(stage, changes);
  const carrier = create();
  expect(carrier.mayContinue()).toBe(stage.isHeld);
  await carrier.attempt(makeEntry({ attempt: 1 }));
  expect(steps).toContain('not called');
  expect(steps).not.toContain('called');
});

it('calls without a journal where none is kept', async () => {
  const { stage, steps, create } = useCarrier();
  stage.hasJournal = false;
  await create().attempt(makeEntry({ attempt: 1 }));
  expect(steps).toEqual(['certain', 'called', 'taken']);
});

it.each([
  ['sent', accepted, true, 'notified: sent'],
  ['settled by another process', accepted, false, 'notified: settled'],
])('notifies the process that accepted a message when it is %s', async (_name, answer, isOurs, word) => {
  const { stage, steps, create } = useCarrier(answer);
  stage.isOurs = isOurs;
  const request = makeRequest();
  const entry = makeEntry({ attempt: 1, isForeign: true, request });
  await (await create().attempt(entry)).written;
  expect(steps).toContain(word);
  expect(entry.request).toBe(isOurs ? null : request);
});

it('answers the request of a message whose sender is suspended', async () => {
  const { steps, create } = useCarrier(refusedSender);
  await (await create().attempt(makeEntry({ attempt: 1 }))).written;
  expect(steps).toContain('held back');
  expect(steps).not.toContain('taken');
});

it('is prepared for every message while it has no files to bring', async () => {
  const carrier = useCarrier().create();
  const entry = makeEntry({ content: { type: 'text', message: 'Hello' } });
  expect(carrier.isPrepared(entry)).toBe(true);
  await expect(carrier.prepare(entry)).resolves.toBeUndefined();
});
