import { describe, expect, it } from 'vitest';
import { spread } from './spread-waiting-files.ts';

const others = Array.from({ length: 20 }, (_, index) => `other-${index}.test.ts`);
const spreadNames = (files: string[]): string[] => spread(files, (name) => name);

describe('the order of test files', () => {
  it('puts files that mostly wait far from each other, the longest first', () => {
    const start = 'gateway/tests/start.test.ts';
    const lists = 'gateway/tests/live-lists.test.ts';
    const ordered = spreadNames([...others, start, lists]);
    expect(ordered[0]).toBe(lists);
    expect(ordered[13]).toBe(start);
  });

  it('keeps the order of all others, and every file once', () => {
    const ordered = spreadNames(['gateway/tests/start.test.ts', ...others]);
    expect(ordered.slice(1)).toEqual(others);
    expect(spreadNames(others)).toEqual(others);
  });

  it('knows only files that are there', async () => {
    const { glob } = await import('node:fs/promises');
    const root = new URL('../../', import.meta.url);
    const found: string[] = [];
    for await (const file of glob('{gateway/tests,embedded-postgres/src}/**/*.test.ts', {
      cwd: root.pathname,
    })) {
      found.push(file);
    }
    const first = spreadNames(found).filter((_, index) => index % 13 === 0);
    expect(first.slice(0, 8).map((name) => name.split('/').at(-1))).toEqual([
      'slow-bodies.test.ts',
      'import-files.test.ts',
      'account.db.test.ts',
      'live-lists.test.ts',
      'campaigns-steering.test.ts',
      'open.db.test.ts',
      'recovery.db.test.ts',
      'start.test.ts',
    ]);
  });
});
