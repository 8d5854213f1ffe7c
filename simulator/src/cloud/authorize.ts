// Authorizes a call: an unknown token is refused with 190; a token that is good for another account sees nothing of
// this one, which Graph words as an object that does not exist.
import type { FastifyRequest } from 'fastify';
import type { BusinessNumber } from '../account/numbers.ts';
import type { Simulator } from '../simulator.ts';
import { type GraphError, tokenError, unknownObjectError } from './graph-error.ts';

/** Thrown by a Cloud API route; the error handler of the plugin writes the envelope. */
export class GraphFailure extends Error {
  readonly graphError: GraphError;

  constructor(graphError: GraphError) {
    super(graphError.message);
    this.graphError = graphError;
  }
}

export function tokenOf(request: FastifyRequest): string {
  const { authorization } = request.headers;
  const [, token] = /^(?:Bearer|OAuth) (.*)$/.exec(authorization ?? '') ?? [];
  if (token !== undefined) return token.trim();
  const { access_token: asked } = request.query as { access_token?: unknown };
  return typeof asked === 'string' ? asked : '';
}

export function requireToken({ numbers }: Simulator, request: FastifyRequest): string {
  const token = tokenOf(request);
  if (!numbers.isKnownToken(token)) throw new GraphFailure(tokenError());
  return token;
}

export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

/** The phone number in the path, for a token that may use it. */
export function requireNumber(simulator: Simulator, request: FastifyRequest): BusinessNumber {
  const token = requireToken(simulator, request);
  const number = simulator.numbers.find(idOf(request));
  if (number && simulator.numbers.mayUse(token, number)) return number;
  throw unknownObject(request);
}

/** The numbers of the account in the path that the token may use. */
export function requireAccount(simulator: Simulator, request: FastifyRequest): BusinessNumber[] {
  const token = requireToken(simulator, request);
  const numbers = accountNumbers(simulator, token, idOf(request));
  if (numbers.length > 0) return numbers;
  throw unknownObject(request);
}

export function accountNumbers({ numbers }: Simulator, token: string, wabaId: string): BusinessNumber[] {
  return numbers.ofAccount(wabaId).filter((number) => numbers.mayUse(token, number));
}

export function unknownObject(request: FastifyRequest): GraphFailure {
  return new GraphFailure(unknownObjectError(idOf(request), request.method));
}
