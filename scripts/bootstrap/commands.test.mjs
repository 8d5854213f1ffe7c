import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { commands } from './commands.mjs';

it('starts the gateway in a container as npm start does', () => {
  const file = readFileSync(path.resolve(import.meta.dirname, '../../Containerfile'), 'utf8');
  const [, command] = /^CMD (\[.*\])$/m.exec(file) ?? [];
  const { nodeArgs = [], entry, env = {} } = commands.start ?? {};
  expect(JSON.parse(command ?? '[]')).toEqual(['node', ...nodeArgs, entry]);
  const [, settings = ''] = /^ENV (.*)$/m.exec(file) ?? [];
  expect(settings.split(' ')).toEqual(
    expect.arrayContaining(Object.entries(env).map(([name, value]) => `${name}=${value}`)),
  );
});
