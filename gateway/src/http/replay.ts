// Running a recorded request again inside the server. The token it was sent with is not kept, so the new request carries
// a ticket instead: random, valid once, known only to this process.

import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Company, CompanyDirectory } from '../companies/directory.ts';
import type { Replay } from '../monitoring/retry-request.ts';
import { AppError } from '../platform/errors.ts';
import type { SignedIn, UsedToken } from '../platform/http/incoming-request.ts';
import { fromPublicId } from '../platform/ids.ts';

interface Ticket {
  readonly company: Company;
  /** Null: a request of the gateway's own. */
  readonly retryOf: string | null;
  /** The user who runs it again, if it is a user: it may do no more than they may. */
  readonly signedIn: SignedIn | null;
  /** The token by which it is run again; null: by a user. */
  readonly token: UsedToken | null;
}

export interface ReplayTickets {
  issue(ticket: Ticket): string;
  redeem(text: string | null): Ticket | null;
}

export const createReplayTickets = (): ReplayTickets => {
  const tickets = new Map<string, Ticket>();
  return {
    issue(ticket) {
      const text = randomBytes(32).toString('base64url');
      tickets.set(text, ticket);
      return text;
    },
    redeem(text) {
      if (text === null) return null;
      const ticket = tickets.get(text) ?? null;
      tickets.delete(text);
      return ticket;
    },
  };
};

export const createReplay = (
  server: FastifyInstance,
  tickets: ReplayTickets,
  directory: CompanyDirectory,
): Replay => {
  return async (request, { signedIn, token }) => {
    const company = await directory.find(request.company_id);
    if (!company) throw new AppError('request_not_found');
    const response = await server.inject({
      method: request.method as 'POST',
      url: request.path,
      remoteAddress: request.source,
      headers: {
        'user-agent': 'hudhud retry',
        'x-hudhud-ticket': tickets.issue({ company, retryOf: request.id, signedIn, token }),
        ...(request.body !== null && { 'content-type': 'application/json' }),
        ...(request.idempotency_key !== null && { 'idempotency-key': request.idempotency_key }),
      },
      ...(request.body !== null && { payload: request.body }),
    });
    const id = fromPublicId('request', String(response.headers['x-request-id']));
    if (id === null) throw new Error('a replayed request came back without its id');
    return { id, status: response.statusCode, answer: response.body };
  };
};
