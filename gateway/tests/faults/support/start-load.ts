// Callers that never stop sending, on both paths, about half of them with an Idempotency-Key. They are as careful as we
// ask customers to be: a request with a key is repeated, with the same body, until it is answered 2xx; one without is
// repeated only when it cannot have arrived.

import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal, Wish } from './journal.ts';
import { type Credentials, credentialHeaders, type SendOutcome, sendOnce } from './send-once.ts';
import type { Stage } from './stage.ts';

export interface LoadOptions {
  /** Every caller has one of them; more than one when several gateways share a database. May change under way. */
  readonly addresses: readonly string[];
  readonly credentials: Credentials;
  readonly journal: Journal;
  readonly callers?: number;
  /** How long a caller rests after each wish; a load that must be sent completely must not be a flood. */
  readonly pauseMilliseconds?: number;
  /** The share of wishes whose caller waits for the provider. */
  readonly waitShare?: number;
  /** Some of the wishes say what to do when it is unknown whether the provider has accepted them. */
  readonly hasUnknownMix?: boolean;
  /** The share of requests whose caller hangs up before the answer can have come. */
  readonly hangUpShare?: number;
}

export interface Load {
  /** Begins no new wishes, and repeats what carries a key until it is answered, for so many seconds. */
  stop(settleSecondsMax?: number): Promise<void>;
}

const callersByDefault = 24;
/** The share of answered keys that are sent again, as by a caller that lost the answer on its own side. */
const repeatShare = 0.05;
const pauseMilliseconds = 50;
/** No server listens while the gateway starts; asking more often would only slow its start. */
const unreachablePauseMilliseconds = 400;

/** A refusal of the provider would be no 2xx, so a caller that waits for one never chooses `fail`. */
const chooseOnUnknown = ({ isWaiting }: Wish): object => {
  const chance = Math.random();
  if (chance < 0.2) return { on_unknown: 'retry' };
  return chance < 0.3 && !isWaiting ? { on_unknown: 'fail' } : {};
};

const bodyOf = (wish: Wish, number: number, more: object): string => {
  const phoneNumber = `+96650${1_000_000 + (number % 9_000_000)}`;
  return JSON.stringify(
    wish.path === '/api/v1/messages/send'
      ? { to: phoneNumber, message: wish.text, ...more }
      : { phone_number: phoneNumber, message: wish.text, channel: 'whatsapp', ...more },
  );
};

const isAccepted = (outcome: SendOutcome): boolean =>
  outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300;

export const startLoad = (options: LoadOptions): Load => {
  const { journal, addresses, hangUpShare = 0, callers = callersByDefault } = options;
  const { pauseMilliseconds: restMilliseconds = 0, waitShare = 0, hasUnknownMix = false } = options;
  const agent = new Agent({ keepAlive: true });
  const commonHeaders = credentialHeaders(options.credentials);
  const run = Math.random().toString(36).slice(2, 8);
  let isStopping = false;
  let settleUntil = Number.POSITIVE_INFINITY;
  let wishesBegun = 0;

  const request = async (wish: Wish, body: string, address: string): Promise<SendOutcome> => {
    const attempt = { requestId: `${wish.text}-${wish.attempts + 1}`, begunAt: performance.now() };
    const outcome = await sendOnce({
      address,
      path: wish.path,
      body,
      agent,
      headers: {
        ...commonHeaders,
        'x-request-id': attempt.requestId,
        ...(!wish.isWaiting && { prefer: 'respond-async' }),
        ...(wish.key !== null && { 'idempotency-key': wish.key }),
      },
      ...(Math.random() < hangUpShare && { patienceMilliseconds: Math.random() * 20 }),
    });
    journal.note(wish, attempt, outcome);
    return outcome;
  };

  const fulfil = async (caller: number): Promise<void> => {
    const address = (): string => addresses[caller % addresses.length] ?? '';
    const number = wishesBegun++;
    const text = `${run}-${number}`;
    const wish = journal.begin({
      text,
      path: Math.random() < 0.5 ? '/api/v1/messages/send' : '/api/messages/send',
      key: Math.random() < 0.5 ? `key-${text}` : null,
      isWaiting: Math.random() < waitShare,
    });
    const body = bodyOf(wish, number, hasUnknownMix ? chooseOnUnknown(wish) : {});
    for (;;) {
      const outcome = await request(wish, body, address());
      if (isAccepted(outcome)) break;
      await sleep(outcome.kind === 'unreachable' ? unreachablePauseMilliseconds : pauseMilliseconds);
      const mayRepeat = wish.key !== null || (outcome.kind === 'unreachable' && !isStopping);
      if (!mayRepeat || performance.now() > settleUntil) return;
    }
    if (wish.key !== null && Math.random() < repeatShare) await request(wish, body, address());
  };

  const runCaller = async (caller: number): Promise<void> => {
    while (!isStopping) {
      await fulfil(caller);
      if (restMilliseconds > 0) await sleep(restMilliseconds * (0.5 + Math.random()));
    }
  };

  const running = Promise.all(Array.from({ length: callers }, (_, index) => runCaller(index)));

  return {
    async stop(settleSecondsMax = 30) {
      isStopping = true;
      settleUntil = performance.now() + settleSecondsMax * 1000;
      await running;
      agent.destroy();
    },
  };
};

/** The load of most lanes, which ends with its stage: some callers wait, and some say what to do when the outcome is unknown. */
export const startMixedLoad = (stage: Pick<Stage, 'atEnd'>, options: LoadOptions): Load => {
  const load = startLoad({ pauseMilliseconds: 40, waitShare: 0.3, hasUnknownMix: true, ...options });
  stage.atEnd(() => load.stop(0));
  return load;
};
