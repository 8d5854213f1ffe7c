// What a caller of `/messages` gets, whoever holds the connection: Fastify or the front.
import type { Simulator } from '../create-simulator.ts';
import type { Reception } from '../message/reception.ts';

/** The caller, as far as a reception needs it. */
export interface Answerer {
  send(status: number, body: string): void;
  reset(): void;
  /** The answer comes later or never; a server that closes must not wait for it. */
  hold(): void;
}

export function answerReception(
  { schedule, clock }: Simulator,
  reception: Reception,
  answerer: Answerer,
): void {
  if (reception.kind === 'reset') {
    answerer.reset();
    return;
  }
  const isAtOnce = reception.kind === 'answer' && !reception.after && reception.delayMs <= 0;
  if (!isAtOnce) answerer.hold();
  if (reception.kind === 'silent') return;
  const { status, body, delayMs, after } = reception;
  const send = () => answerer.send(status, body);
  if (isAtOnce) send();
  else if (after) void after.then(send);
  else schedule.at(clock.now() + delayMs, send);
}
