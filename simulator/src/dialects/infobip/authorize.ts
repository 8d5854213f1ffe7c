// Authorizes any caller with the key of a number.
import type { FastifyRequest } from 'fastify';
import type { BusinessNumber } from '../../account/numbers.ts';
import type { Simulator } from '../../simulator.ts';
import { AnswerFailure } from '../write-answer.ts';
import { notFound } from './errors.ts';

const keyOf = ({ headers: { authorization = '' } }: FastifyRequest): string => {
  const [scheme, key = ''] = authorization.split(' ');
  return scheme === 'App' ? key : '';
};

/** The numbers that the caller's key is good for. */
export const numbersOf = ({ numbers }: Simulator, request: FastifyRequest): BusinessNumber[] =>
  numbers
    .list()
    .filter(({ dialect, accessToken }) => dialect === 'infobip' && accessToken === keyOf(request));

export function requireSender(
  simulator: Simulator,
  request: FastifyRequest,
  digits: unknown,
): BusinessNumber {
  const number = numbersOf(simulator, request).find((candidate) => candidate.digits === digits);
  if (!number) throw new AnswerFailure(notFound);
  return number;
}
