// `POST /{phone_number_id}/messages`, with everything a fault may do to the connection.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Simulator } from '../create-simulator.ts';
import { type Answerer, answerReception } from './answer-reception.ts';
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
    answerReception(simulator, reception, answererOf(reply, connections));
  });
}

function answererOf(reply: FastifyReply, connections: OpenConnections): Answerer {
  return {
    send(status, body) {
      reply.code(status);
      // The error without a body is a bare 500, as from a proxy in front of Graph.
      if (body === '') reply.send();
      else reply.type('application/json; charset=UTF-8').send(body);
    },
    reset() {
      reply.hijack();
      reply.request.raw.socket.resetAndDestroy();
    },
    hold: () => connections.hold(reply.raw),
  };
}
