import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../../platform/ids.ts';
import type { CallbackStatus } from '../../providers/callback.ts';
import { createSentLately } from './sent-lately.ts';

const companyId = newUuid();

const sentTo = (personKey: string | undefined, attempt = 1) => ({
  companyId,
  id: newUuid(),
  attempt,
  personKey,
});

const statusOf = (
  { id, attempt }: { readonly id: string; readonly attempt: number },
  changes: Partial<CallbackStatus> = {},
): CallbackStatus => ({
  providerMessageId: 'wamid.1',
  status: 'sent',
  at: new Date(),
  recipient: '966501234567',
  echo: `${toPublicId('message', id)}:${attempt}`,
  failure: null,
  raw: {},
  ...changes,
});

describe('a status of a message whose "sent" is committed', () => {
  const sent = createSentLately();
  const message = sentTo('+966501234567', 2);
  sent.note([message]);

  it('says nothing new when it is "sent" of the same attempt to the same person', () => {
    expect(sent.covers(companyId, statusOf(message))).toBe(true);
    expect(sent.covers(companyId, statusOf(message, { recipient: null }))).toBe(true);
  });

  it.each<[string, CallbackStatus]>([
    ['another status', statusOf(message, { status: 'delivered' })],
    ['a failure', statusOf(message, { status: 'failed' })],
    ['an earlier attempt', statusOf({ ...message, attempt: 1 })],
    ['another message', statusOf(sentTo('+966501234567', 2))],
    ['another name of the person', statusOf(message, { recipient: '5215512345678' })],
    ['no echo', statusOf(message, { echo: null })],
  ])('is recorded when it is %s', (_what, status) => {
    expect(sent.covers(companyId, status)).toBe(false);
  });

  it('is recorded when another company brings it', () => {
    expect(sent.covers(newUuid(), statusOf(message))).toBe(false);
  });

  it('is recorded when the recipient of the message is unknown, unless the status does not name one either', () => {
    const unknown = sentTo(undefined);
    sent.note([unknown]);
    expect(sent.covers(companyId, statusOf(unknown))).toBe(false);
    expect(sent.covers(companyId, statusOf(unknown, { recipient: null }))).toBe(true);
  });
});

it('only recently sent messages are remembered', () => {
  const sent = createSentLately();
  const [first, second] = [sentTo('+966501234567'), sentTo('+966501234567')];
  sent.note([first, ...Array.from({ length: 5_000 }, () => sentTo('+966501234567'))]);
  sent.note([second]);
  expect(sent.covers(companyId, statusOf(first))).toBe(true);
  sent.note(Array.from({ length: 5_000 }, () => sentTo('+966501234567')));
  expect(sent.covers(companyId, statusOf(first))).toBe(false);
  expect(sent.covers(companyId, statusOf(second))).toBe(true);
});
