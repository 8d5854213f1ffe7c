// `npm run check` runs this: the house rules of the design, held by a program so that the drawing cannot rot.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkFiles } from './boundaries/check-files.ts';
import { exceptions } from './boundaries/exceptions.ts';
import { areaOf } from './boundaries/paths.ts';

const root = path.resolve(import.meta.dirname, '..');

// New files count before they are committed; deleted ones are still listed until then.
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const sources = [...new Set(listed.split('\0'))]
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && areaOf(file) && existsSync(path.join(root, file)))
  .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));

const { findings, health } = checkFiles(sources, exceptions);
for (const { path: file, line, rule, advice } of findings) console.log(`${file}:${line} ${rule}: ${advice}`);
console.log(health);
process.exitCode = findings.length > 0 ? 1 : 0;
