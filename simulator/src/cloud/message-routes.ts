// `POST /{phone_number_id}/messages`.
import type { FastifyInstance } from 'fastify';
import { giveAnswer } from '../dialects/give-answer.ts';
import type { Simulator } from '../simulator.ts';
import { requireNumber } from './authorize.ts';
import type { OpenConnections } from './open-connections.ts';

export function messageRoutes(
  app: FastifyInstance,
  simulator: Simulator,
  connections: OpenConnections,
): void {
  app.post('/:id/messages', (request, reply) => {
    const number = requireNumber(simulator, request);
    giveAnswer(simulator, connections, reply, simulator.receiveMessage(number, request.body));
  });
}
