// Answers of a dialect that need no fault: given as they are, or thrown by a route for its error handler to give.
import type { FastifyReply } from 'fastify';
import type { WrittenAnswer } from '../message/answer-format.ts';

export const writeAnswer = (
  reply: FastifyReply,
  { status, contentType, body }: WrittenAnswer,
): FastifyReply => reply.code(status).type(contentType).send(body);

/** Thrown by a route; the error handler writes the answer. */
export class AnswerFailure extends Error {
  readonly answer: WrittenAnswer;

  constructor(answer: WrittenAnswer) {
    super(answer.body);
    this.answer = answer;
  }
}
