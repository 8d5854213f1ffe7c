// Every code of the facts sheet, section 1.2, and what it means: written from the sheet and not from the playbook.

import { readFileSync } from 'node:fs';
import { knowsTwilioCode } from '@hudhud/simulator/dialects/twilio/errors.ts';
import { describe, expect, test } from 'vitest';
import { playbookTable } from '../cloud-api/playbook-table.ts';
import { toStatusVerdict } from '../cloud-api/verdicts.ts';
import { findTwilioRule, twilioPlaybook } from './playbook.ts';

const sheet: Readonly<Record<string, readonly number[]>> = {
  suspended: [10001, 20003, 20404, 30002, 63001, 63007, 63020, 63051, 63112],
  retry: [20429, 20500, 30001, 63012, 63017, 63018],
  opted_out: [21610, 63033, 63050],
  rejected: [
    11751, 21211, 21617, 21619, 21656, 63003, 63005, 63013, 63015, 63016, 63019, 63021, 63022, 63024, 63030,
    63032, 63040, 63041, 63042, 63049, 92002, 92007,
  ],
};

describe('the playbook of Twilio', () => {
  test.each(Object.entries(sheet))('has the codes that end as %s', (kind, codes) => {
    for (const code of codes) {
      const rule = findTwilioRule(String(code), 400);
      expect(toStatusVerdict(rule).kind, String(code)).toBe(kind);
      expect(
        [rule.cause, rule.action].every((text) => text.endsWith('.')),
        String(code),
      ).toBe(true);
    }
  });

  test('has no code that the sheet does not have, and the fake knows each', () => {
    const codes = Object.values(sheet).flat();
    expect(Object.keys(twilioPlaybook).map(Number)).toEqual(codes.toSorted((one, two) => one - two));
    expect(codes.filter((code) => !knowsTwilioCode(code))).toEqual([]);
  });

  test('makes a whole number wait where the sheet says so', () => {
    for (const code of [20429, 63017, 63018]) {
      expect(toStatusVerdict(findTwilioRule(String(code), 400))).toMatchObject({ scope: 'sender' });
    }
  });

  test('is the table of the docs', () => {
    const page = readFileSync(new URL('../../../../docs/providers.md', import.meta.url), 'utf8');
    const table = playbookTable(twilioPlaybook);
    expect(page).toContain(`<!-- playbook twilio -->\n\n${table}\n\n<!-- /playbook twilio -->`);
  });
});
