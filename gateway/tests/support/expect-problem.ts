// The promises of every error answer, checked in one place.

import { type ErrorCode, errorCatalogue } from '@hudhud/contract/errors.ts';
import type { FieldError, Problem } from '@hudhud/contract/problem.ts';
import { expect } from 'vitest';
import type { Answer } from './http-client.ts';

/** Checks the whole shape of a refusal and answers its body. `field` is what one of its field errors must hold. */
export const expectProblem = (answer: Answer, code: ErrorCode, field?: Partial<FieldError>): Problem => {
  const problem = answer.body as Problem;
  const { status, title } = errorCatalogue[code];
  expect({ status: answer.status, code: problem?.code }, answer.text.slice(0, 400)).toEqual({ status, code });
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(problem).toMatchObject({ status, title, detail: expect.stringMatching(/\S/) });
  expect(problem.type).toMatch(new RegExp(`^http.*/docs/errors#${code}$`));
  expect(problem.request_id).toMatch(/^req_[0-9a-z]{26}$/);
  expect(answer.headers['x-request-id']).toBeTruthy();
  if (field) expect(problem.errors).toContainEqual(expect.objectContaining({ code, ...field }));
  return problem;
};
