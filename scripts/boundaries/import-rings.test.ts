import { describe, expect, test } from 'vitest';
import { checkRings, findRings } from './import-rings.ts';
import { scanSource } from './scan-source.ts';

function scan(files: Record<string, string>) {
  return Object.entries(files).map(([path, text]) => scanSource({ path, text }));
}

describe('import rings', () => {
  test('are absent when imports only go one way', () => {
    const files = scan({
      'contract/src/a.ts': `import './b.ts'; import './c.ts';`,
      'contract/src/b.ts': `import './c.ts';`,
      'contract/src/c.ts': '',
    });
    expect(findRings(files)).toEqual([]);
  });

  test('are named with the way round', () => {
    const files = scan({
      'contract/src/a.ts': `import './b.ts';`,
      'contract/src/b.ts': `import './c.ts';`,
      'contract/src/c.ts': `import './a.ts';`,
      'contract/src/d.ts': `import './a.ts';`,
    });
    expect(checkRings(files)).toEqual([
      expect.objectContaining({
        path: 'contract/src/a.ts',
        advice: expect.stringContaining(
          'contract/src/a.ts -> contract/src/b.ts -> contract/src/c.ts -> contract/src/a.ts',
        ),
      }),
    ]);
  });

  test('count type imports', () => {
    const files = scan({
      'contract/src/a.ts': `import type { B } from './b.ts'; export interface A { b: B }`,
      'contract/src/b.ts': `import type { A } from './a.ts'; export interface B { a: A }`,
    });
    expect(findRings(files)).toHaveLength(1);
  });

  test('are found across workspaces and through imports without an extension', () => {
    const files = scan({
      'contract/src/a.ts': `import '../../gateway/src/b';`,
      'gateway/src/b.ts': `import '@hudhud/contract/a.ts';`,
    });
    expect(findRings(files)).toHaveLength(1);
  });

  test('are counted one by one', () => {
    const files = scan({
      'contract/src/a.ts': `import './b.ts';`,
      'contract/src/b.ts': `import './a.ts';`,
      'contract/src/c.ts': `import './d.ts';`,
      'contract/src/d.ts': `import './c.ts';`,
    });
    expect(findRings(files)).toHaveLength(2);
  });
});
