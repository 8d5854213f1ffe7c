import { describe, expect, test } from 'vitest';
import { checkFiles } from './check-files.ts';

const tidy = [
  { path: 'gateway/src/main.ts', text: `import { send } from './messages/send.ts';\nsend();\n` },
  { path: 'gateway/src/config/config.ts', text: 'export const port = process.env.PORT;\n' },
  { path: 'gateway/src/messages/send.ts', text: 'export function send() {}\n' },
  { path: 'gateway/src/messages/send.test.ts', text: `import { send } from './send.ts';\nsend();\n` },
];
const untidy = { path: 'gateway/src/messages/any.ts', text: '\nexport let a: any;\n' };

describe('checkFiles', () => {
  test('has nothing to say about correct code', () => {
    expect(checkFiles(tidy).findings).toEqual([]);
  });

  test('ends with the figures of health', () => {
    expect(checkFiles([...tidy, untidy]).health).toBe(
      '4 files and 1 of tests; median/p95 lines 2/2; biggest gateway/src/main.ts 2; rings 0; over cap 0; ' +
        'functions over 50 lines 0; any 1; env readers 1; test:source lines 0.33',
    );
  });

  test('brings the findings of all rules together, in the order of the files', () => {
    const wrong = [untidy, { path: 'gateway/src/events/utils.ts', text: `import '../messages/send.ts';` }];
    const rules = checkFiles([...tidy, ...wrong]).findings.map(({ rule, line }) => `${rule}:${line}`);
    expect(rules).toEqual(['floors:1', 'name:1', 'any:2']);
  });

  test('leaves out what an exception with a reason allows', () => {
    const allowed = [{ path: untidy.path, rule: 'any', reason: 'shown here' }];
    expect(checkFiles([...tidy, untidy], allowed).findings).toEqual([]);
  });

  test('reports an exception that nothing needs', () => {
    const allowed = [{ path: untidy.path, rule: 'any', reason: 'gone' }];
    expect(checkFiles(tidy, allowed).findings).toEqual([expect.objectContaining({ rule: 'exception' })]);
  });
});
