// `npm run test:quick`: what a person runs after every change. All unit tests, and the database tests of the rooms that
// differ from main or are not committed yet (changed-rooms.ts). `npm test` is what decides.

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { stopTogether } from './checks/run-process.ts';
import { changedRooms } from './testing/changed-rooms.ts';
import { addCounts, formatCounts } from './testing/count-results.ts';
import { type Result, runVitest } from './testing/run-test-runners.ts';
import { makeTestFolder } from './testing/test-folder.ts';

const root = path.resolve(import.meta.dirname, '..');
const base = process.argv[2] ?? 'main';

const git = (...args: string[]): string[] => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    // A checkout without that branch, or without git.
    return [];
  }
};

const changed = [
  ...git('diff', '--name-only', '--relative', `${base}...HEAD`),
  ...git('diff', '--name-only', '--relative', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const rooms = changedRooms(changed);

stopTogether();
const folder = makeTestFolder();
const run = (args: string[]): Promise<Result> =>
  runVitest({ root, reports: folder, environment: { TMPDIR: folder } }, args);

const results = [await run(['--project', 'unit', '--project', 'n8n-node', '--project', 'dashboard'])];
if (rooms.length > 0) results.push(await run(['--project', 'database', ...rooms, '--passWithNoTests']));

console.log();
console.log(`rooms with changes: ${rooms.join(', ') || 'none'}`);
for (const line of results.flatMap(({ failures }) => failures)) console.log(`failed: ${line}`);
const total = addCounts(results.map(({ counts }) => counts));
console.log(formatCounts(total));
process.exitCode = total.failed > 0 ? 1 : 0;
