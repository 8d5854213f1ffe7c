import { describe, expect, test } from 'vitest';
import { checkShapes } from './file-shape.ts';
import { scanSource } from './scan-source.ts';

function advice(path: string, text: string): string[] {
  return checkShapes([scanSource({ path, text })]).map((finding) => `${finding.rule}: ${finding.advice}`);
}

const lines = (count: number) => 'work();\n'.repeat(count);

describe('file size', () => {
  test('allows 400 lines of source and 600 of tests', () => {
    expect(advice('gateway/src/main.ts', lines(400))).toEqual([]);
    expect(advice('gateway/src/main.test.ts', lines(600))).toEqual([]);
  });

  test('refuses one line more', () => {
    expect(advice('gateway/src/main.ts', lines(401))).toEqual([
      'file-size: split it: 401 lines, and the cap is 400.',
    ]);
    expect(advice('gateway/src/main.test.ts', lines(601))).toEqual([
      'file-size: split it: 601 lines, and the cap is 600.',
    ]);
  });
});

describe('function size', () => {
  test.each([
    ['send', `function send() {\n${lines(79)}}`],
    ['send', `const send = async () => {\n${lines(79)}};`],
    ['send', `const sender = { send() {\n${lines(79)}} };`],
    ['send', `class Sender { send() {\n${lines(79)}} }`],
    ['a function', `register(() => {\n${lines(79)}});`],
  ])('refuses more than 80 lines in %s', (name, text) => {
    expect(advice('gateway/src/main.ts', text).join('\n')).toContain(
      `function-size: split ${name}: 81 lines`,
    );
  });

  test('allows 80 lines, and any length of describe() in a test', () => {
    expect(advice('gateway/src/main.ts', `function send() {\n${lines(78)}}`)).toEqual([]);
    expect(advice('gateway/src/main.test.ts', `describe('a', () => {\n${lines(200)}});`)).toEqual([]);
  });
});

describe('barrels', () => {
  test.each([
    `export * from './a.ts';`,
    `export { a } from './a.ts'; export type { B } from './b.ts';`,
    `import { a } from './a.ts'; export { a };`,
  ])('are refused: %s', (text) => {
    expect(advice('gateway/src/messages/index.ts', text)).toEqual([expect.stringMatching(/^barrel: /)]);
  });

  test('are not files that hold something of their own', () => {
    expect(advice('gateway/src/a.ts', `export { a } from './a.ts'; export const b = 1;`)).toEqual([]);
    expect(advice('gateway/src/a.ts', `import './b.ts'; start();`)).toEqual([]);
    expect(advice('gateway/src/a.ts', `export interface A { b: string }`)).toEqual([]);
  });
});

describe('names', () => {
  test.each([
    'gateway/src/utils.ts',
    'gateway/src/lib/a.ts',
    'contract/src/common/a.ts',
    'gateway/src/date-helpers.ts',
    'simulator/src/misc.test.ts',
  ])('refuse the grab-bag %s', (path) => {
    expect(advice(path, 'work();')).toEqual([expect.stringMatching(/^name: rename /)]);
  });

  test.each(['gateway/src/library.ts', 'gateway/src/platform/outgoing-http.ts', 'gateway/src/uncommon.ts'])(
    'accept %s',
    (path) => {
      expect(advice(path, 'work();')).toEqual([]);
    },
  );

  test('report a folder once', () => {
    const files = ['gateway/src/utils/a.ts', 'gateway/src/utils/b.ts'].map((path) =>
      scanSource({ path, text: '' }),
    );
    expect(checkShapes(files)).toHaveLength(1);
  });
});
