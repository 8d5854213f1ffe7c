// Every code of the facts sheet, section 3.2, and what it means: written from the sheet and not from the playbook.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { playbookTable } from '../cloud-api/playbook-table.ts';
import { toStatusVerdict } from '../cloud-api/verdicts.ts';
import { readRefusal } from './find-rule.ts';
import { alreadySentCode, vonagePlaybook } from './playbook.ts';

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const sheet: Readonly<Record<string, readonly (number | string)[]>> = {
  retry: [1000, 1030, 1100, 1180, 1220, 1230, 1241, 1331, 1460],
  suspended: [1060, 1070, 1140, 1420, 'unauthorized', 'low-balance', 'account-suspended', 'jwt-expired'],
  opted_out: [1240],
  rejected: [
    ...[1010, 1020, 1021, 1022, 1040, 1050, 1160, 1170, 1190, 1210, 1280, 1282, 1300, 1310, 1330, 1340],
    ...[1360, 1380, 1381, 1382, 1461, 'invalid-params'],
    ...range(1400, 1451).filter((code) => code !== 1420),
    ...range(1470, 1484),
  ],
};

const errorOf = (code: number | string) => ({
  type: `https://developer.vonage.com/api-errors/messages#${code}`,
  title: String(code),
  detail: 'In their words',
});

describe('the playbook of Vonage', () => {
  test.each(Object.entries(sheet))('has the codes that end as %s', (kind, codes) => {
    for (const code of codes) {
      const refusal = readRefusal(errorOf(code), 422);
      if (!refusal) throw new Error(`${code} is missing`);
      expect(toStatusVerdict(refusal.rule).kind, String(code)).toBe(kind);
      const { cause, action } = refusal.failure;
      expect(`${cause} ${action}`, String(code)).toMatch(/^\S.*\. \S.*\.$/);
    }
  });

  test('has no code that the sheet does not have', () => {
    const codes = Object.values(sheet).flat().map(String);
    const extra = Object.keys(vonagePlaybook).filter((code) => !codes.includes(code));
    expect(extra).toEqual([alreadySentCode]);
  });

  test.each([
    [401, 'suspended'],
    [402, 'suspended'],
    [403, 'suspended'],
    [429, 'retry'],
    [422, 'rejected'],
  ])('judges an unknown code by the HTTP status %i: %s', (status, kind) => {
    const refusal = readRefusal(errorOf('something-new'), status);
    expect(refusal && toStatusVerdict(refusal.rule).kind).toBe(kind);
  });

  test('makes a person or a whole number wait where the sheet says so', () => {
    const verdictOf = (code: number) => {
      const refusal = readRefusal(errorOf(code), 422);
      return refusal && toStatusVerdict(refusal.rule);
    };
    expect(verdictOf(1241)).toMatchObject({ scope: 'recipient' });
    for (const code of [1000, 1460]) expect(verdictOf(code)).toMatchObject({ scope: 'sender' });
  });

  test('is the table of the docs', () => {
    const page = readFileSync(new URL('../../../../docs/providers.md', import.meta.url), 'utf8');
    const table = playbookTable(vonagePlaybook);
    expect(page).toContain(`<!-- playbook vonage -->\n\n${table}\n\n<!-- /playbook vonage -->`);
  });
});
