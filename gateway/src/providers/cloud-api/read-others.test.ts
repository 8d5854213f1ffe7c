// Callbacks that are neither a person's message nor a plain status: messages from the phone app, changes, deletions, calls,
// and further details of a status.

import { StatusDetails } from '@hudhud/contract/status-details.ts';
import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import type { CallbackItem } from '../callback.ts';
import { describeCloudApiStatus } from './read-status.ts';
import { fixtureNames, itemsOf } from './tests-support/fixtures.ts';

const messageOf = (items: readonly CallbackItem[]) =>
  items.flatMap((item) => (item.kind === 'message' ? [item.message] : []))[0];

describe('a message from the phone app', () => {
  test('is about the person it went to', () => {
    const items = itemsOf('app-text');
    expect(items).toHaveLength(1);
    expect(messageOf(items)).toMatchObject({
      role: 'app',
      from: '16505551234',
      providerMessageId: 'wamid.ECHO',
      type: 'text',
      text: 'From the app',
    });
  });

  test('that was changed in the app names the earlier one', () => {
    expect(messageOf(itemsOf('app-edit'))).toMatchObject({
      role: 'app',
      type: 'edit',
      text: 'From the app, better',
      refersTo: 'wamid.ECHO',
    });
  });
});

describe('a change of an earlier message', () => {
  test.each([
    ['inbound-edit', 'edit'],
    ['inbound-revoke', 'deletion'],
  ])('%s is reported as what it is', (name, role) => {
    expect(messageOf(itemsOf(name))).toMatchObject({
      role,
      refersTo: 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI5QUZC',
    });
  });

  test('is no message of a person that answers another', () => {
    const message = messageOf(itemsOf('inbound-text-reply'));
    expect(message?.role).toBeUndefined();
    expect(message?.refersTo).toBe('wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI5QUZC');
  });
});

describe('a call', () => {
  test('that begins says who calls', () => {
    expect(itemsOf('call-connect')).toMatchObject([
      {
        kind: 'call',
        account: '106540352242922',
        call: {
          callId: 'wacid.HBgL',
          stage: 'connect',
          direction: 'incoming',
          person: { number: '16505551234', userId: null, parentUserId: null },
          status: null,
        },
      },
    ]);
  });

  test('that ends says how long it lasted', () => {
    expect(itemsOf('call-terminate')).toMatchObject([
      {
        kind: 'call',
        call: {
          stage: 'terminate',
          status: 'COMPLETED',
          startedAt: new Date('2025-06-08T20:59:50Z'),
          endedAt: new Date('2025-06-08T21:00:50Z'),
          durationSeconds: 60,
        },
      },
    ]);
  });
});

describe('a status', () => {
  const detailsOf = (name: string) =>
    itemsOf(name).flatMap((item) => (item.kind === 'status' ? [item.status.details ?? null] : []))[0];

  test('says what the provider charges, and the conversation it counts into', () => {
    expect(detailsOf('status-sent-with-conversation')).toEqual({
      pricing: { category: 'marketing', model: 'PMP', type: 'regular', billable: true },
      conversation: { id: '72b1a2b1', origin: 'marketing', expires_at: '2025-06-16T23:28:00.000Z' },
    });
  });

  test('that failed names all errors', () => {
    expect(detailsOf('status-failed')).toEqual({
      errors: [{ code: '131026', title: 'Message undeliverable', detail: 'Message Undeliverable.' }],
    });
  });

  test('that comes alone says nothing besides', () => {
    expect(detailsOf('status-hidden-number')).toBeNull();
    expect(describeCloudApiStatus(null)).toEqual({});
  });

  test('of every shape keeps to the contract', () => {
    const names = fixtureNames('status-');
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect(Value.Check(StatusDetails, detailsOf(name) ?? {}), name).toBe(true);
  });
});
