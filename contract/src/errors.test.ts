import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCatalogue, errorCodes } from './errors.ts';

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const headings = [...page.matchAll(/^### `([^`]+)`/gm)].map((match) => match[1] ?? '');

describe('the catalogue of errors and docs/errors.md', () => {
  it('have every code of the catalogue on the page', () => {
    expect(errorCodes.filter((code) => !headings.includes(code))).toEqual([]);
  });

  it('have no code on the page that is gone from the catalogue', () => {
    expect(headings.filter((heading) => !errorCodes.some((code) => code === heading))).toEqual([]);
  });

  it('have no code twice', () => {
    expect(new Set(headings).size).toBe(headings.length);
  });
});

describe.each(Object.entries(errorCatalogue))('the error %s', (code, entry) => {
  it('has a stable name, a status of an error and words for a person', () => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(entry.status).toBeGreaterThanOrEqual(400);
    expect(entry.status).toBeLessThan(600);
    expect(entry.title).toMatch(/^[A-Z].*[^.]$/);
    expect(entry.cause).toMatch(/^[A-Z].*\.$/);
    expect(entry.action).toMatch(/^[A-Z].*\.$/);
  });
});
