import { describe, expect, it } from 'vitest';
import { createCore } from '../../tests/core-simulator.ts';

const person = '+966501234567';
const limits = { throughputPerSecond: 0, pairIntervalMs: 0 };

describe('the throughput of a phone number', () => {
  it('is 80 messages at once, then 80 per second', () => {
    const { text, clock } = createCore();
    const burst = Array.from({ length: 81 }, (_, index) => text(`+96650${1_000_000 + index}`));
    expect(burst.filter((code) => code === 0)).toHaveLength(80);
    expect(burst.at(-1)).toBe(130429);
    clock.advance(12);
    expect(text('+966502000000')).toBe(130429);
    clock.advance(1);
    expect(text('+966502000000')).toBe(0);
    expect(text('+966502000001')).toBe(130429);
    clock.advance(1_000);
    const second = Array.from({ length: 90 }, (_, index) => text(`+96650${3_000_000 + index}`));
    expect(second.filter((code) => code === 0).length).toBe(80);
  });

  it('never lets more than twice the rate into one second, however they come', () => {
    const { text, clock, simulator } = createCore({
      settings: { throughputPerSecond: 20, pairIntervalMs: 0 },
    });
    for (let turn = 0; turn < 3_000; turn += 1) {
      text(person);
      clock.advance(turn % 7 === 0 ? 40 : 3);
    }
    const accepted = simulator.ledger.find({ outcome: 'accepted' });
    const seconds = (accepted.at(-1)?.receivedAt ?? 0) / 1_000 - (accepted[0]?.receivedAt ?? 0) / 1_000;
    expect(accepted.length / seconds).toBeLessThan(21.5);
    expect(accepted.length / seconds).toBeGreaterThan(19);
  });

  it('counts what people send as well', () => {
    const { text, simulator, number } = createCore({ settings: { throughputPerSecond: 2 } });
    simulator.sendInbound(number.phoneNumberId, { from: person });
    expect([text('+966502000001'), text('+966502000002')]).toEqual([0, 130429]);
  });

  it('can differ from number to number', () => {
    const { text, simulator, number } = createCore();
    simulator.settings.changeOwn(number.phoneNumberId, { throughputPerSecond: 1 });
    expect([text('+966502000001'), text('+966502000002')]).toEqual([0, 130429]);
  });
});

describe('the rate to one person', () => {
  it('is 45 at once, then one in 6 seconds', () => {
    const { text, clock } = createCore({ settings: { throughputPerSecond: 0 } });
    const burst = Array.from({ length: 46 }, () => text(person));
    expect(burst.filter((code) => code === 0)).toHaveLength(45);
    expect(burst.at(-1)).toBe(131056);
    expect(text('+966502000000')).toBe(0);
    clock.advance(5_900);
    expect(text(person)).toBe(131056);
    clock.advance(100);
    expect(text(person)).toBe(0);
    expect(text(person)).toBe(131056);
  });
});

describe('the 24-hour window', () => {
  it('is not asked for by default', () => {
    const { text, clock, simulator } = createCore();
    text(person);
    clock.advance(5_000);
    expect(simulator.conversations.list()[0]?.messages[0]?.status).toBe('read');
  });

  it('once on, fails free text with 131047 until the person writes, and again a day later', () => {
    const { text, clock, simulator, number } = createCore({ settings: { ...limits, windowEnforced: true } });
    const newest = () => simulator.conversations.list()[0]?.messages.at(-1);
    text(person);
    clock.advance(5_000);
    expect(newest()).toMatchObject({ status: 'failed', errorCode: 131047 });
    simulator.sendInbound(number.phoneNumberId, { from: person, content: 'Hello?' });
    text(person);
    clock.advance(24 * 3_600_000 - 1);
    expect(newest()?.status).toBe('read');
    text(person);
    clock.advance(5_000);
    expect(newest()?.status).toBe('read');
    text(person);
    clock.advance(5_000);
    expect(newest()).toMatchObject({ status: 'failed', errorCode: 131047 });
  });
});

describe('the ticks of a message', () => {
  it('follow the delays of the settings', () => {
    const { text, clock, simulator } = createCore({
      settings: { sentDelayMs: 100, deliveredDelayMs: 200, readDelayMs: 400 },
    });
    text(person);
    const seen = [50, 50, 100, 100, 100].map((ms) => {
      clock.advance(ms);
      return simulator.conversations.list()[0]?.messages[0]?.status;
    });
    expect(seen).toEqual(['accepted', 'sent', 'delivered', 'delivered', 'read']);
  });

  it('stop at delivered for people without read receipts', () => {
    const { text, clock, simulator } = createCore({ settings: { readReceipts: false } });
    text(person);
    clock.advance(60_000);
    expect(simulator.conversations.list()[0]?.messages[0]?.status).toBe('delivered');
  });

  it('do not go back when statuses come out of order', () => {
    const { text, clock, simulator } = createCore();
    text('+15551000008');
    clock.advance(60_000);
    expect(simulator.conversations.list()[0]?.messages[0]?.status).toBe('read');
  });

  it('of a voice note end with played', () => {
    const { post, clock, simulator } = createCore();
    post({ to: person, type: 'audio', audio: { link: 'https://x.test/a.ogg', voice: true } });
    clock.advance(60_000);
    expect(simulator.conversations.list()[0]?.messages[0]?.status).toBe('played');
  });
});

it('a reaction is put on its message and a read note marks what the person wrote', () => {
  const { post, simulator, number } = createCore();
  const sent = simulator.sendInbound(number.phoneNumberId, { from: person, content: 'One' });
  const id = sent.kind === 'sent' ? sent.id : '';
  const events: string[] = [];
  simulator.conversations.watch(({ kind }) => events.push(kind));
  post({ to: person, type: 'reaction', reaction: { message_id: id, emoji: '🎉' } });
  post({ status: 'read', message_id: id, typing_indicator: { type: 'text' } });
  expect(simulator.conversations.list()[0]?.messages).toMatchObject([
    { text: 'One', status: 'read', reactions: [{ by: 'business', emoji: '🎉' }] },
  ]);
  expect(events).toEqual(['changed', 'changed', 'typing']);
});
