// Drives every operation of our own OpenAPI document with bodies, queries, paths and headers between almost right and
// hostile. For any input: no 5xx, the answer has the declared shape, and its code is one that the route declares.

import { type ErrorCode, errorCatalogue } from '@hudhud/contract/errors.ts';
import type { Problem } from '@hudhud/contract/problem.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortOrLong } from './faults/support/lane-length.ts';
import { arbitraryCall, type FuzzedCall } from './support/arbitrary-call.ts';
import { assertProperty } from './support/assert-property.ts';
import { useApiGateway } from './support/gateway.ts';
import type { Answer } from './support/http-client.ts';
import { createAnswerCheck, declaredCodes, type Operation, readOperations } from './support/openapi.ts';

const gateway = await useApiGateway();
const company = await gateway.createCompany();
const { body: sent } = await company.send();
const { headers: refused } = await company.send({ to: '1' });
const knownIds = [sent.message_id, refused['x-request-id'] ?? '', company.id];
const operations = await readOperations(gateway);

const runs = { atLeast: 30, atMost: shortOrLong(60, 500), milliseconds: shortOrLong(500, 10_000) };

const send = (operation: Operation, call: FuzzedCall): Promise<Answer> =>
  company.call(operation.method, call.path, {
    headers: call.headers,
    ...(call.body !== undefined && { body: call.body }),
  });

const checkProblem = (operation: Operation, answer: Answer): void => {
  const problem = answer.body as Problem;
  expect(Object.keys(errorCatalogue)).toContain(problem.code);
  expect(errorCatalogue[problem.code as ErrorCode].status).toBe(answer.status);
  expect(declaredCodes(operation, answer.status), `${operation.id} ${answer.status}`).toContain(problem.code);
  for (const error of problem.errors ?? []) expect(Object.keys(errorCatalogue)).toContain(error.code);
};

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const check = createAnswerCheck(operation);

  it('answers whatever comes in as it declares, and never with a fault of its own', async () => {
    await assertProperty(
      fc.asyncProperty(arbitraryCall(operation, knownIds), async (call) => {
        const answer = await send(operation, call);
        expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500);
        expect(answer.headers).toHaveProperty('x-request-id');
        expect(check(answer.status, answer.headers['content-type'], answer.body)).toBeNull();
        if (answer.status >= 400) checkProblem(operation, answer);
      }),
      // A GET that was made before would only be answered again; other calls may find what the first one changed.
      { ...runs, ignoreEqualValues: operation.method === 'GET' },
    );
  }, 180_000);
});
