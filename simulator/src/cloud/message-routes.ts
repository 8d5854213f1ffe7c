// `POST /{phone_number_id}/messages`, with everything a fault may do to the connection.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
    void answer(simulator, connections, request, reply, reception);
  });
}

function answer(
  { schedule, clock }: Simulator,
  connections: OpenConnections,
  request: FastifyRequest,
  reply: FastifyReply,
  reception: Reception,
): FastifyReply | Promise<FastifyReply> {
  if (reception.kind === 'reset') {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
    return reply;
  }
  if (reception.kind === 'silent') {
    reply.hijack();
    connections.hold(reply.raw);
    return reply;
  }
  const { status, body, delayMs, after } = reception;
  const send = () => {
    reply.code(status);
    // The error without a body is a bare 500, as from a proxy in front of Graph.
    return body === '' ? reply.send() : reply.type('application/json; charset=UTF-8').send(body);
  };
  if (!after && delayMs <= 0) return send();
  // A server that closes must not wait for the slow ones.
  connections.hold(reply.raw);
  if (after) return after.then(send);
  schedule.at(clock.now() + delayMs, send);
  return reply;
}
