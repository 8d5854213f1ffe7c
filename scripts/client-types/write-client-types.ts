// The client's copy of the contract's types, formatted as everything else in the repository.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { baseTypes, publicTypes } from './public-types.ts';
import { renderFiles } from './render-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');

export const clientTypesFolder = path.join(root, 'client/src/types');

const format = (name: string, text: string): string =>
  execFileSync(
    process.execPath,
    [biome, 'format', `--stdin-file-path=${path.join(clientTypesFolder, name)}`],
    {
      cwd: root,
      input: text,
      encoding: 'utf8',
    },
  );

/** Text by file name, as it has to stand in the folder. */
export const formattedClientTypes = (): ReadonlyMap<string, string> =>
  new Map([...renderFiles(publicTypes, baseTypes)].map(([name, text]) => [name, format(name, text)]));

/** The folder holds nothing else afterwards. */
export const writeClientTypes = (): void => {
  mkdirSync(clientTypesFolder, { recursive: true });
  const files = formattedClientTypes();
  for (const old of readdirSync(clientTypesFolder)) {
    if (!files.has(old)) rmSync(path.join(clientTypesFolder, old));
  }
  for (const [name, text] of files) writeFileSync(path.join(clientTypesFolder, name), text);
};
