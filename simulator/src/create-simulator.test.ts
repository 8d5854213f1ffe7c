import { describe, expect, it } from 'vitest';
import { createCore } from '../tests/core-simulator.ts';
import { account } from '../tests/start-simulator.ts';
import { createSimulator } from './create-simulator.ts';

describe('the simulator without HTTP', () => {
  it('lets numbers have settings of their own, which a new registration replaces', () => {
    const { simulator, number } = createCore();
    simulator.registerNumber({ ...account, callbackUrl: null, settings: { throughputPerSecond: 5 } });
    expect(simulator.settings.of(number.phoneNumberId).throughputPerSecond).toBe(5);
    simulator.reset();
    expect(simulator.settings.of(number.phoneNumberId).throughputPerSecond).toBe(5);
    simulator.registerNumber({ ...account, callbackUrl: null });
    expect(simulator.settings.of(number.phoneNumberId).throughputPerSecond).toBe(80);
  });

  it('forgets messages under way when it is reset', async () => {
    const { simulator, clock, sender, text } = createCore();
    text('+966501234567');
    simulator.reset();
    clock.advance(60_000);
    await simulator.webhooks.idle();
    expect(sender.calls).toEqual([]);
    expect(simulator.stats()).toMatchObject({ pending: 0, ledger: { accepted: 0 } });
  });

  it('begins every template anew after a reset', () => {
    const { simulator, number } = createCore();
    simulator.templates.remove(number.wabaId, 'hello_world');
    simulator.reset();
    expect(simulator.templates.find(number.wabaId, 'hello_world', 'en_US')?.status).toBe('APPROVED');
  });

  it('sends no webhook about templates of an account without numbers', async () => {
    const { simulator, sender } = createCore();
    const [template] = simulator.templates.list('nobody');
    simulator.templates.setStatus(template?.id ?? '', 'PAUSED');
    await simulator.webhooks.idle();
    expect(sender.calls).toEqual([]);
  });

  it('works with the clock of the machine and without any options', async () => {
    const simulator = createSimulator();
    const number = simulator.registerNumber({ ...account, callbackUrl: null });
    const body = { messaging_product: 'whatsapp', to: '+966501234567', text: { body: 'Hi' } };
    expect(simulator.receiveMessage(number, body)).toMatchObject({ kind: 'answer', status: 200, delayMs: 0 });
    await simulator.close();
  });

  it('keeps its memory bounded under a flood', () => {
    const { simulator, text, clock } = createCore({
      settings: { throughputPerSecond: 0 },
      ledgerEntriesMax: 100,
      chatMessagesMax: 100,
    });
    for (let index = 0; index < 20_000; index += 1) {
      text(`+96650${1_000_000 + index}`);
      if (index % 100 === 0) clock.advance(100);
    }
    clock.advance(10_000);
    expect(simulator.conversations.list().length).toBeLessThanOrEqual(100);
    expect(simulator.ledger.find({}).length).toBeLessThan(100 + 4_200);
    expect(simulator.schedule.size()).toBe(0);
  });
});
