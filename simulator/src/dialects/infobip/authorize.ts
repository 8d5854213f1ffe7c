// Who may call: any caller with the key of a number.
import type { FastifyRequest } from 'fastify';
import type { BusinessNumber } from '../../account/numbers.ts';
import type { WrittenAnswer } from '../../message/answer-format.ts';
import type { Simulator } from '../../simulator.ts';
import { notFound } from './errors.ts';

/** Thrown by a route; the error handler writes the answer. */
export class InfobipFailure extends Error {
  readonly answer: WrittenAnswer;

  constructor(answer: WrittenAnswer) {
    super(answer.body);
    this.answer = answer;
  }
}

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
  if (!number) throw new InfobipFailure(notFound);
  return number;
}
