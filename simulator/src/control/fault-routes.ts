// Control: faults on demand, and the list of magic numbers that need no control at all.
import type { FastifyInstance } from 'fastify';
import { isKnownToADialect } from '../dialects/registry.ts';
import { checkFaultDetails, faultNames, isFaultName } from '../fault/faults-by-name.ts';
import { magicNumbers } from '../fault/magic-numbers.ts';
import type { Simulator } from '../simulator.ts';
import { ControlFailure, readFields } from './read-fields.ts';
import { snakeKeys } from './snake-case.ts';

export function faultRoutes(app: FastifyInstance, { faults }: Simulator): void {
  app.get('/magic-numbers', () => ({
    data: magicNumbers.map(({ number, name, happens }) => ({ number, name, happens })),
  }));

  app.get('/faults', () => ({ data: faults.list().map(snakeKeys), names: faultNames }));

  app.post('/faults', (request, reply) => {
    const { name, to, ...rest } = readFields(request.body, {
      name: 'string',
      phoneNumberId: 'string?',
      to: 'string?',
      count: 'number?',
      probability: 'number?',
      delayMs: 'number?',
      code: 'number?',
    });
    if (!isFaultName(name)) {
      throw new ControlFailure(400, 'fault_unknown', `name is one of ${faultNames.join(', ')}.`);
    }
    const problem = checkFaultDetails(name, rest, isKnownToADialect);
    if (problem) throw new ControlFailure(400, 'field_invalid', `${problem}.`);
    if (rest.probability !== undefined && rest.probability > 1) {
      throw new ControlFailure(400, 'field_invalid', 'probability is between 0 and 1.');
    }
    const waId = to?.replace(/\D/g, '');
    const rule = faults.add({ name, ...rest, ...(waId !== undefined && { waId }) });
    return reply.code(201).send(snakeKeys(rule));
  });

  app.delete('/faults/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    if (!faults.remove(id)) throw new ControlFailure(404, 'fault_unknown', `There is no fault ${id}.`);
    return reply.code(204).send();
  });

  app.delete('/faults', (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}
