import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { settingsTable } from './settings-table.ts';

describe('the table of settings', () => {
  it('stands in docs/operations.md as the code has it (npm run docs writes it)', () => {
    const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    expect(page).toContain(settingsTable());
  });
});
