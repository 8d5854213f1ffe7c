// The operations for signed-in users, driven like all others with any input, by an owner who is signed in.

import { type ErrorCode, errorCatalogue } from '@hudhud/contract/errors.ts';
import type { Problem } from '@hudhud/contract/problem.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { shortOrLong } from './faults/support/lane-length.ts';
import { arbitraryCall } from './support/arbitrary-call.ts';
import { assertProperty } from './support/assert-property.ts';
import { signUpOwner, type TestOwner } from './support/browser.ts';
import { useApiGateway } from './support/gateway.ts';
import { createAnswerCheck, declaredCodes, readOperations } from './support/openapi.ts';

const gateway = await useApiGateway();
/** They end the session that asks. */
const leftOut = ['signOut', 'leaveCompany'];
const operations = (await readOperations(gateway)).filter(
  ({ id, isForToken }) => !isForToken && !leftOut.includes(id),
);
const runs = { atLeast: 20, atMost: shortOrLong(40, 300), milliseconds: shortOrLong(500, 10_000) };

let owner: TestOwner;
// Each gets a user of its own, because a user may ask only so often.
beforeEach(async () => {
  owner = await signUpOwner(gateway);
});

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const check = createAnswerCheck(operation);

  it('answers whatever comes in as it declares, and never with a fault of its own', async () => {
    await assertProperty(
      fc.asyncProperty(arbitraryCall(operation, ['usr_0', 'inv_0']), async ({ path, headers, body }) => {
        const answer = await owner.call(operation.method, path, {
          headers,
          ...(body !== undefined && { body }),
        });
        expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500);
        if (answer.text === '') expect(Object.keys(operation.responses)).toContain(`${answer.status}`);
        else expect(check(answer.status, answer.headers['content-type'], answer.body)).toBeNull();
        if (answer.status < 400) return;
        const { code } = answer.body as Problem;
        expect(errorCatalogue[code as ErrorCode].status).toBe(answer.status);
        expect(declaredCodes(operation, answer.status), `${operation.id} ${answer.status}`).toContain(code);
      }),
      // A GET that was made before would only be answered again; other calls may find what the first one changed.
      { ...runs, ignoreEqualValues: operation.method === 'GET' },
    );
    // Otherwise all of it may have been refused before it reached a route.
    expect((await owner.get('/api/v1/session')).status).toBe(200);
  }, 180_000);
});
