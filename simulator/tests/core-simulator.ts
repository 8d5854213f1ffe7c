// The simulator without HTTP and with a clock the test owns. Webhooks go nowhere but into a list.

import type { BusinessNumber } from '../src/account/numbers.ts';
import { createSimulator, type Simulator, type SimulatorOptions } from '../src/create-simulator.ts';
import { createFakeClock, type FakeClock } from '../src/time/fake-clock.ts';
import type { WebhookCall, WebhookOutcome, WebhookSender } from '../src/webhook/send-webhook.ts';
import { account } from './start-simulator.ts';

export interface FakeSender extends WebhookSender {
  calls: WebhookCall[];
  /** Outcomes of the next calls; 200 when the list is empty. */
  outcomes: WebhookOutcome[];
}

export function createFakeSender(): FakeSender {
  const calls: WebhookCall[] = [];
  const outcomes: WebhookOutcome[] = [];
  return {
    calls,
    outcomes,
    async send(call) {
      calls.push(call);
      return outcomes.shift() ?? { kind: 'answered', status: 200, text: '' };
    },
    close: async () => {},
  };
}

export interface Core {
  simulator: Simulator;
  clock: FakeClock;
  sender: FakeSender;
  number: BusinessNumber;
  /** Sends a body and gives back the status and the parsed answer. */
  post(body: object): { status: number; body: Record<string, unknown> };
  text(to: string): number;
}

export function createCore(options: SimulatorOptions = {}): Core {
  const clock = createFakeClock();
  const sender = createFakeSender();
  const simulator = createSimulator({ clock, sender, random: () => 0.5, ...options });
  const number = simulator.registerNumber({ ...account, callbackUrl: 'http://receiver.test/callback' });

  function post(body: object) {
    const reception = simulator.receiveMessage(number, { messaging_product: 'whatsapp', ...body });
    if (reception.kind !== 'answer') throw new Error(`the answer is ${reception.kind}`);
    return { status: reception.status, body: JSON.parse(reception.body || '{}') };
  }

  return {
    simulator,
    clock,
    sender,
    number,
    post,
    /** The error code of a text to this person, 0 when it was accepted. */
    text(to) {
      const { body } = post({ to, text: { body: 'Hello' } });
      return (body.error as { code: number } | undefined)?.code ?? 0;
    },
  };
}
