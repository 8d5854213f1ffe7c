// `POST /{phone_number_id}/messages`, with everything a fault may do to the connection.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Simulator } from '../create-simulator.ts';
import type { Reception } from '../message/reception.ts';
import { requireNumber } from './authorize.ts';
import type { OpenConnections } from './open-connections.ts';

export function messageRoutes(
  app: FastifyInstance,
  simulator: Simulator,
  connections: OpenConnections,
): void {
  app.post('/:id/messages', (request, reply) => {
    const number = requireNumber(simulator, request);
    const reception = simulator.receiveMessage(number, request.body);
    answer(simulator, connections, reply, reception);
  });
}

function answer(
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
  const { status, body, delayMs, after } = reception;
  const send = () => {
    reply.code(status);
    // The error without a body is a bare 500, as from a proxy in front of Graph.
    if (body === '') reply.send();
    else reply.type('application/json; charset=UTF-8').send(body);
  };
  if (isAtOnce) send();
  else if (after) void after.then(send);
  else schedule.at(clock.now() + delayMs, send);
}
