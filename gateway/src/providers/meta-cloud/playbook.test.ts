// Every code of the playbook, driven through the simulator as Meta would bring it: refused in the answer, or failed in a
// status afterwards. The table here is written from the facts sheet, section 2.2, and not from the playbook.

import { readFileSync } from 'node:fs';
import { isKnownErrorCode } from '@hudhud/simulator/cloud/graph-error.ts';
import { describe, expect, test } from 'vitest';
import { httpAnswer, startLoopbackServer } from '../../../tests/providers/support/loopback-server.ts';
import { playbook } from '../cloud-api/playbook.ts';
import { playbookTable } from '../cloud-api/playbook-table.ts';
import { readCloudApiCallback } from '../cloud-api/read-callback.ts';
import type { ProviderFields, SendOutcome } from '../provider.ts';
import { useDialectBench } from '../tests-support/use-dialect-bench.ts';
import { sendToMeta } from './send.ts';
import { createMetaBench } from './tests-support/meta-bench.ts';

const read = (body: unknown) => readCloudApiCallback(body, new Date());

const documented: Readonly<Record<string, readonly number[]>> = {
  'retry message': [1, 2, 131000, 131016, 131057, 133004, 134101],
  'retry sender': [4, 613, 80007, 130429, 131048, 131064],
  'retry recipient': [131056],
  suspended: [
    0, 3, 10, 33, 190, 368, 131005, 131031, 131037, 131042, 131045, 131063, 133000, 133006, 133010, 134011,
  ],
  rejected: [
    100, 130472, 130497, 131008, 131009, 131021, 131026, 131030, 131047, 131049, 131050, 131051, 131052,
    131053, 131062, 132000, 132001, 132005, 132007, 132008, 132012, 132015, 132016, 132068, 132069, 134102,
    135000, 137000,
  ],
};
const cases = Object.entries(documented).flatMap(([outcome, codes]) =>
  codes.map((code) => ({ code, outcome })),
);
const simulated = cases.filter(({ code }) => isKnownErrorCode(code));
const others = cases.filter(({ code }) => !isKnownErrorCode(code));

const nameOf = (outcome: SendOutcome): string =>
  outcome.kind === 'retry' ? `retry ${outcome.scope}` : outcome.kind;
const personFor = (code: number): string => `+1202${String(code).padStart(7, '0')}`;

const { bench, http } = await useDialectBench(createMetaBench, 4);

const send = (fields: ProviderFields, code: number) =>
  sendToMeta(http, fields, {
    to: personFor(code),
    content: { type: 'text', message: 'Hello' },
    body: 'Hello',
    echo: `msg_${code}:1`,
  });

describe('the playbook', () => {
  test('is documented code by code', () => {
    const codes = cases.map(({ code }) => code).toSorted((one, two) => one - two);
    expect(codes).toEqual(Object.keys(playbook).map(Number));
  });

  test('gives every code a cause and an action in whole sentences', () => {
    for (const [code, { cause, action }] of Object.entries(playbook)) {
      expect(cause, code).toMatch(/^[A-Z].*\.$/);
      expect(action, code).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('stands in docs/providers.md as it is', () => {
    const page = readFileSync(new URL('../../../../docs/providers.md', import.meta.url), 'utf8');
    expect(page).toContain(`<!-- playbook -->\n\n${playbookTable()}\n\n<!-- /playbook -->`);
  });
});

describe('a refusal', () => {
  test.each(simulated)('with $code is $outcome', async ({ code, outcome }) => {
    const waId = personFor(code).slice(1);
    const fault = bench.simulator.faults.add({ name: 'answer_error', code, waId });
    const result = await send(bench.fields, code);
    bench.simulator.faults.remove(fault.id);
    expect(nameOf(result.outcome)).toBe(outcome);
    expect(result.outcome).toMatchObject({ failure: { code: String(code), cause: playbook[code]?.cause } });
    expect(bench.taken(`msg_${code}:1`)).toBe(0);
  });

  test.each(others)(
    'with $code, which the simulator does not know, is $outcome',
    async ({ code, outcome }) => {
      const body = JSON.stringify({ error: { message: `(#${code}) No`, type: 'OAuthException', code } });
      const server = await startLoopbackServer((socket) => socket.end(httpAnswer(400, body)));
      const result = await send(bench.fieldsAt(server.url), code);
      await server.close();
      expect(nameOf(result.outcome)).toBe(outcome);
      expect(result.outcome).toMatchObject({ failure: { code: String(code), title: `(#${code}) No` } });
    },
  );

  test('waits as long as the playbook says', async () => {
    for (const [code, seconds] of [
      [131057, 120],
      [131048, 3_600],
      [130429, null],
    ] as const) {
      const waId = personFor(code).slice(1);
      const fault = bench.simulator.faults.add({ name: 'answer_error', code, waId });
      const { outcome } = await send(bench.fields, code);
      bench.simulator.faults.remove(fault.id);
      expect(outcome).toMatchObject({ kind: 'retry', afterSeconds: seconds });
    }
  });
});

describe('a failed status', () => {
  test('has the failure of the playbook, for every code that the simulator can bring', async () => {
    for (const { code } of simulated) {
      const waId = personFor(code).slice(1);
      bench.simulator.faults.add({ name: 'failed_status', code, waId });
      expect((await send(bench.fields, code)).outcome.kind).toBe('sent');
    }
    const failed = () =>
      bench.callbacks
        .flatMap(({ body }) => read(JSON.parse(String(body))))
        .flatMap((item) => (item.kind === 'status' && item.status.failure ? [item.status] : []));
    await expect.poll(() => failed().length).toBe(simulated.length);
    for (const { echo, status, failure } of failed()) {
      expect(status).toBe('failed');
      expect(echo).toBe(`msg_${failure?.code}:1`);
      expect(failure).toMatchObject({
        cause: playbook[failure?.code ?? '']?.cause,
        action: playbook[failure?.code ?? '']?.action,
      });
    }
  });
});

/** From the facts sheet: what each code means when it comes later, and not from the playbook. */
const laterVerdicts: Readonly<Record<string, readonly number[]>> = {
  ...documented,
  opted_out: [131050],
  rejected: (documented.rejected ?? []).filter((code) => code !== 131050),
};
const laterCases = Object.entries(laterVerdicts).flatMap(([verdict, codes]) =>
  codes.map((code) => ({ code, verdict })),
);

describe('a code that comes later, in a status', () => {
  test.each(laterCases)('$code means: $verdict', ({ code, verdict }) => {
    const statuses = [{ id: 'wamid.1', status: 'failed', errors: [{ code, title: 'No' }] }];
    const value = { metadata: { phone_number_id: '1' }, statuses };
    const [item] = read({ entry: [{ changes: [{ field: 'messages', value }] }] });
    const reported = item?.kind === 'status' ? item.status.verdict : undefined;
    expect(reported?.kind === 'retry' ? `retry ${reported.scope}` : reported?.kind).toBe(verdict);
  });

  test('is decided for every code of the playbook', () => {
    expect(laterCases.map(({ code }) => String(code)).toSorted()).toEqual(Object.keys(playbook).toSorted());
  });
});
