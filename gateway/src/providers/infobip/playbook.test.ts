// Every code of the facts sheet, section 4.2, and what it means: written from the sheet and not from the playbook.

import { readFileSync } from 'node:fs';
import { knowsInfobipCode } from '@hudhud/simulator/dialects/infobip/errors.ts';
import { describe, expect, test } from 'vitest';
import { playbookTable } from '../cloud-api/playbook-table.ts';
import { toStatusVerdict } from '../cloud-api/verdicts.ts';
import { infobipPlaybook, repetitionCodes } from './playbook.ts';

const sheet: Readonly<Record<string, readonly string[]>> = {
  suspended: [
    ...['s6', 's11', 's12', 's13', 's17', 's19'],
    ...['7004', '7005', '7011', '7019', '7021', '7034', '7081', '7083'],
  ],
  retry: [
    ...['s20', 's21', '7012', '7013', '7014', '7016', '7017', '7026'],
    ...['7036', '7037', '7050', '7051'],
  ],
  opted_out: ['s10', 's14', '7003', '7030', '7033'],
  rejected: [
    ...['s8', 's18', 's29', 's51', 's52', '7002', '7008', '7009', '7010', '7015', '7022'],
    ...['7025', '7027', '7031', '7032', '7201'],
  ],
};

/** The code in the fake: statuses have a range of their own there. */
const inFake = (code: string): number =>
  code.startsWith('s') ? 900_000 + Number(code.slice(1)) : Number(code);

describe('the playbook of Infobip', () => {
  test.each(Object.entries(sheet))('has the codes that end as %s', (kind, codes) => {
    for (const code of codes) {
      const rule = infobipPlaybook[code];
      if (!rule) throw new Error(`${code} is missing`);
      expect(toStatusVerdict(rule).kind, code).toBe(kind);
      expect(`${rule.cause} ${rule.action}`, code).toMatch(/^\S.*\. \S.*\.$/);
    }
  });

  test('takes a refused repetition for the proof that the first was taken', () => {
    expect([...repetitionCodes].toSorted()).toEqual(['5492', '7280', 's23']);
  });

  test('has no code that the sheet does not have, and the fake knows each', () => {
    const codes = [...Object.values(sheet).flat(), ...repetitionCodes];
    expect(Object.keys(infobipPlaybook).toSorted()).toEqual(codes.toSorted());
    // Only a report says that it expired without one: the fake never says that it does not know.
    const said = codes.filter((code) => code !== 's29');
    expect(said.filter((code) => !knowsInfobipCode(inFake(code)))).toEqual([]);
  });

  test('makes a person or a whole number wait where the sheet says so', () => {
    const scopeOf = (code: string) => infobipPlaybook[code] && toStatusVerdict(infobipPlaybook[code]);
    expect(scopeOf('s20')).toMatchObject({ scope: 'recipient' });
    for (const code of ['7016', '7017', '7026']) expect(scopeOf(code)).toMatchObject({ scope: 'sender' });
  });

  test('is the table of the docs', () => {
    const page = readFileSync(new URL('../../../../docs/providers.md', import.meta.url), 'utf8');
    const table = playbookTable(infobipPlaybook);
    expect(page).toContain(`<!-- playbook infobip -->\n\n${table}\n\n<!-- /playbook infobip -->`);
  });
});
