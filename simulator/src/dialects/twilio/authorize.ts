// Authorizes the account with its token, or one of its API keys. The account's id stands in the path, or else is the
// user of the credentials.
import type { FastifyRequest } from 'fastify';
import type { BusinessNumber } from '../../account/numbers.ts';
import type { Simulator } from '../../simulator.ts';

/** Thrown by a route of Twilio's; the error handler writes the answer. */
export class TwilioFailure extends Error {
  readonly twilioCode: number;

  constructor(twilioCode: number) {
    super(`Twilio refuses with ${twilioCode}`);
    this.twilioCode = twilioCode;
  }
}

function credentialsOf({ headers: { authorization = '' } }: FastifyRequest): {
  user: string;
  password: string;
} {
  const [scheme, encoded = ''] = authorization.split(' ');
  if (scheme !== 'Basic') return { user: '', password: '' };
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':');
  return { user, password: rest.join(':') };
}

/** The numbers that the caller may use; empty when the credentials are unknown. */
export function numbersOf({ numbers }: Simulator, request: FastifyRequest): BusinessNumber[] {
  const { user, password } = credentialsOf(request);
  return numbers
    .list()
    .filter(
      (number) =>
        number.dialect === 'twilio' &&
        (user === number.wabaId
          ? password === number.accessToken
          : user.startsWith('SK') && number.otherAccessTokens.includes(`${user}:${password}`)),
    );
}

/** The caller's numbers of the account in the path. */
export function requireAccount(simulator: Simulator, request: FastifyRequest): BusinessNumber[] {
  const all = numbersOf(simulator, request);
  if (all.length === 0) throw new TwilioFailure(20003);
  const { account } = request.params as { account?: string };
  const own = account === undefined ? all : all.filter(({ wabaId }) => wabaId === account);
  if (own.length === 0) throw new TwilioFailure(20404);
  return own;
}
