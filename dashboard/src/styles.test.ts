import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const folder = import.meta.dirname;
const kit = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles/Button.layer.css'));
const imported = ['door-styles.css', 'rest-styles.css']
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('');

it('holds the styles of every part of the component kit that we use', () => {
  const parts = new Set<string>();
  for (const file of globSync('**/*.tsx', { cwd: folder })) {
    const source = readFileSync(join(folder, file), 'utf8');
    for (const [, names = ''] of source.matchAll(/^import \{([^}]*)\} from '@mantine\/core'/gm)) {
      for (const name of names.split(',')) parts.add(name.trim());
    }
  }
  expect(parts.size).toBeGreaterThan(30);
  const missing = [...parts].filter(
    (part) => existsSync(join(kit, `${part}.layer.css`)) && !imported.includes(`/${part}.layer.css`),
  );
  expect(missing.join(', '), 'add them to src/rest-styles.css').toBe('');
});
