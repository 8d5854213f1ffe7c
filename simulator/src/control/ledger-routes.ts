// Control: the ledger, asked for messages, counts and pace. Waiting here saves a test from polling.
import type { FastifyInstance } from 'fastify';
import type { OpenConnections } from '../cloud/open-connections.ts';
import type { LedgerFilter } from '../ledger/ledger.ts';
import type { Simulator } from '../simulator.ts';
import { ControlFailure, readFields } from './read-fields.ts';
import { snakeKeys } from './snake-case.ts';

const filterFields = {
  phoneNumberId: 'string?',
  to: 'string?',
  since: 'number?',
  opaque: 'string?',
  opaquePrefix: 'string?',
  outcome: 'string?',
  type: 'string?',
  after: 'number?',
} as const;

const pageMax = 10_000;
const waitMaxMs = 600_000;

export function ledgerRoutes(
  app: FastifyInstance,
  { ledger }: Simulator,
  connections: OpenConnections,
): void {
  app.get('/ledger', (request) => {
    const { limit = 1_000, ...filter } = readFields(request.query, { ...filterFields, limit: 'number?' });
    const found = ledger.find(checked(filter), Math.min(limit, pageMax));
    return { data: found.map(snakeKeys), next_after: found.at(-1)?.seq ?? null };
  });

  app.get('/ledger/count', (request) => ({
    count: ledger.count(checked(readFields(request.query, filterFields))),
    ...ledger.totals(),
  }));

  app.get('/ledger/wait', async (request, reply) => {
    const {
      count,
      timeoutMs = 10_000,
      ...filter
    } = readFields(request.query, {
      ...filterFields,
      count: 'number',
      timeoutMs: 'number?',
    });
    connections.hold(reply.raw);
    const found = await ledger.waitFor(checked(filter), count, Math.min(timeoutMs, waitMaxMs));
    return { reached: found.length >= count, data: found.slice(0, pageMax).map(snakeKeys) };
  });

  app.get('/ledger/pace', (request) => {
    const { phoneNumberId } = readFields(request.query, { phoneNumberId: 'string?' });
    const reports = ledger
      .pace()
      .filter((report) => phoneNumberId === undefined || report.phoneNumberId === phoneNumberId);
    return { data: reports.map(snakeKeys) };
  });

  app.post('/ledger/flush', (_request, reply) => {
    ledger.flush();
    return reply.code(204).send();
  });

  app.delete('/ledger', (_request, reply) => {
    ledger.clear();
    return reply.code(204).send();
  });
}

function checked(filter: Omit<LedgerFilter, 'outcome'> & { outcome?: string }): LedgerFilter {
  const { outcome, ...rest } = filter;
  if (outcome === undefined) return rest;
  if (outcome === 'accepted' || outcome === 'refused') return { ...rest, outcome };
  throw new ControlFailure(400, 'field_invalid', 'outcome must be accepted or refused.');
}
