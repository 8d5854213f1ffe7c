// Accepted messages: a list by recipient and day, and one message by its id. From the ledger.
import type { FastifyInstance } from 'fastify';
import type { LedgerEntry } from '../../ledger/ledger-entry.ts';
import type { Simulator } from '../../simulator.ts';
import { dateOf } from './answers.ts';
import { requireAccount, TwilioFailure } from './authorize.ts';

const path = '/2010-04-01/Accounts/:account/Messages';

export function lookUpRoutes(app: FastifyInstance, simulator: Simulator): void {
  const takenBy = (phoneNumberIds: readonly string[]): LedgerEntry[] =>
    phoneNumberIds.flatMap((phoneNumberId) => simulator.ledger.find({ phoneNumberId, outcome: 'accepted' }));

  app.get(`${path}.json`, (request) => {
    const own = requireAccount(simulator, request);
    const query = request.query as Record<string, string | undefined>;
    const size = Math.min(1_000, Number(query.PageSize ?? 50));
    const digits = query.To?.replace(/\D/g, '');
    const day = query['DateSent>'];
    const found = takenBy(own.map(({ phoneNumberId }) => phoneNumberId)).filter(
      ({ waId, receivedAt }) =>
        (digits === undefined || waId === digits) &&
        (day === undefined || receivedAt >= Date.parse(`${day}T00:00:00Z`)),
    );
    // The newest first.
    return { messages: found.toReversed().slice(0, size).map(present), next_page_uri: null };
  });

  app.get(`${path}/:sid(^[A-Z]{2}[0-9a-f]{32}).json`, (request) => {
    const own = requireAccount(simulator, request);
    const { sid } = request.params as { sid: string };
    const found = takenBy(own.map(({ phoneNumberId }) => phoneNumberId)).find(({ id }) => id === sid);
    if (!found) throw new TwilioFailure(20404);
    return present(found);
  });
}

function present({ id, receivedAt, body }: LedgerEntry): object {
  const written = body as Record<string, string>;
  return {
    sid: id,
    status: 'sent',
    from: written.From,
    to: written.To,
    body: written.Body ?? '',
    direction: 'outbound-api',
    date_created: dateOf(receivedAt),
    error_code: null,
  };
}
