// The gateway's record of one API request while it is being served. Fastify's request carries it, so that hooks, routes and
// the recorder share it.

import 'fastify';
import type { ErrorCode } from '@hudhud/contract/errors.ts';
import type { TokenScope } from '@hudhud/contract/tokens.ts';
import type { MemberRole } from '@hudhud/contract/users.ts';
import type { InboxPlace } from './inbox.ts';

/** The signed-in user of a request. */
export interface SignedIn {
  /** UUID. */
  readonly userId: string;
  readonly name: string;
  readonly isOperator: boolean;
  /** UUID of the session. */
  readonly sessionId: string;
  /** Their role in the company that the request names; null where it names none. */
  readonly role: MemberRole | null;
}

/** The token that a request came with. */
export interface UsedToken {
  /** Null: the company's own token. */
  readonly name: string | null;
  /** Null: everything. */
  readonly scopes: readonly TokenScope[] | null;
  /** Infinity: never. */
  readonly expiresAt: number;
}

export interface IncomingRequest<Company = unknown> {
  /** UUID of the request row. */
  readonly id: string;
  readonly receivedAt: number;
  /** The caller's address, taken on arrival: it cannot be read from a connection that has ended. */
  readonly source: string;
  /** The caller's own X-Request-ID, when it sent a sane one. */
  readonly callerRequestId: string | null;
  readonly idempotencyKey: string | null;
  /** The failed request that this one runs again. */
  retryOf: string | null;
  company: Company | null;
  /** Null when the company's own token came, or the route needs no credentials. */
  signedIn: SignedIn | null;
  /** Null when a session came, or nothing. */
  token: UsedToken | null;
  /** The body as it came, before parsing. */
  body: string | null;
  bodyBytes: number;
  errorCode: ErrorCode | null;
  messageId: string | null;
  answer: string | null;
  /** True once its body has been read: from then on it runs to its end, whether or not the caller stays. */
  hasArrived: boolean;
  /** True once its outcome is known, whether or not the caller is still connected. */
  isAnswered: boolean;
  /**
   * The part that writes its row: the entrance at the end, or the route together with its messages. A full gateway
   * writes no row for a request that it turns away.
   */
  rowBy: 'entrance' | 'route' | 'none';
  /** True once the audit log has what it changed. */
  isAudited: boolean;
  /** The pattern of its path; null where none answers. */
  readonly route: string | null;
  readonly bodyBytesMax: number;
  /** How long its body may take to arrive; 0: as long as the whole request may. */
  readonly bodySeconds: number;
  /** Its place in an inbox; null before it has one. */
  place: InboxPlace | null;
  /** True once it is over: its place is given back and its outcome is recorded. */
  hasLeft: boolean;
}

const saneRequestId = /^[A-Za-z0-9._:/+=-]{1,128}$/;

export const readCallerRequestId = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && saneRequestId.test(header) ? header : null;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the API's entrance; routes outside the API do not have it. */
    incoming: IncomingRequest;
  }
}
