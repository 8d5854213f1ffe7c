import { describe, expect, test } from 'vitest';
import { checkMarks } from './code-marks.ts';
import { scanSource } from './scan-source.ts';

function rulesBroken(path: string, text: string): string[] {
  return checkMarks([scanSource({ path, text })]).map(({ rule, line }) => `${rule}:${line}`);
}

describe('marks', () => {
  test.each([
    'let a: any;',
    'const a = b as any;',
    'const a = new Map<string, any>();',
    'function f(a: any[]) {}',
  ])('find any: %s', (text) => {
    expect(rulesBroken('gateway/src/main.ts', text)).toEqual(['any:1']);
  });

  test('leave the word any alone', () => {
    const text = `// any: of them\nconst text = 'as any'; const any = 1; const isAny: boolean = any > 0;`;
    expect(rulesBroken('gateway/src/main.ts', text)).toEqual([]);
  });

  test.each(['// TODO later', '/* FIXME: wrong */', '/**\n * TODO: say more\n */'])(
    'ask for an issue number: %s',
    (text) => {
      expect(rulesBroken('gateway/src/main.ts', text)).toEqual(['todo:1']);
    },
  );

  test('accept a mark with its issue, and the word in a string', () => {
    expect(rulesBroken('gateway/src/main.ts', `// TODO(#12) later\nconst text = '// TODO';`)).toEqual([]);
  });

  test.each([
    `test.only('a', f)`,
    `describe.skip('a', f)`,
    `it.concurrent.only('a', f)`,
    `test.skip.each([1])('a', f)`,
  ])('find a test that is switched: %s', (text) => {
    expect(rulesBroken('gateway/tests/a.test.ts', text)).toContain('switched-test:1');
  });

  test('leave other skips and conditional tests alone', () => {
    const text = `list.skip(3); test.skipIf(isMac)('a', f); const text = 'test.only('`;
    expect(rulesBroken('gateway/tests/a.test.ts', text)).toEqual([]);
  });

  test('report a file that cannot be read as code', () => {
    expect(rulesBroken('gateway/src/main.ts', 'const = ;')).toEqual([expect.stringMatching(/^syntax:1/)]);
  });
});
