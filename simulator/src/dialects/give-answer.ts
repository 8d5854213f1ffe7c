// Answers a request to send, with everything a fault may do to the connection.
import type { FastifyReply } from 'fastify';
import type { OpenConnections } from '../cloud/open-connections.ts';
import type { Reception } from '../message/reception.ts';
import type { Simulator } from '../simulator.ts';

export function giveAnswer(
  { schedule, clock }: Simulator,
  connections: OpenConnections,
  reply: FastifyReply,
  reception: Reception,
): void {
  if (reception.kind === 'reset') {
    reply.hijack();
    reply.request.raw.socket.resetAndDestroy();
    return;
  }
  const isAtOnce = reception.kind === 'answer' && !reception.after && reception.delayMs <= 0;
  // A server that closes must not wait for the slow ones, nor for those that are never answered.
  if (!isAtOnce) connections.hold(reply.raw);
  if (reception.kind === 'silent') return;
  const { status, body, contentType, delayMs, after } = reception;
  const send = () => {
    reply.code(status);
    // The error without a body is a bare 500, as from a proxy in front of the provider.
    if (body === '') reply.send();
    else reply.type(contentType).send(body);
  };
  if (isAtOnce) send();
  else if (after) void after.then(send);
  else schedule.at(clock.now() + delayMs, send);
}
