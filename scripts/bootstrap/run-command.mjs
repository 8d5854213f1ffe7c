// The order of a start: install, find Node 24, build what the command needs, hand over.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale, parts } from './build-parts.mjs';
import { commands } from './commands.mjs';
import { explainInstallFailure } from './explain-install-failure.mjs';
import { findNode } from './find-node.mjs';
import { installIfNeeded } from './install-dependencies.mjs';
import { endLike, runChild } from './run-child.mjs';
import { runNpmCi } from './run-npm-ci.mjs';
import { Stop } from './stop.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

/** @param {string[]} argv */
export async function bootstrap(argv) {
  try {
    endLike(await prepareAndRun(argv));
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(`\n${error.message}`);
    // A reader of the last line of `npm test` finds it even when the tests could not begin.
    if (argv[0] === 'test') process.stdout.write('0 passed, 1 failed\n');
    endLike({ code: 1, signal: error.signal });
  }
}

/** @param {string[]} argv */
async function prepareAndRun([name = '', ...args]) {
  const command = commands[name];
  if (!command) {
    const known = Object.keys(commands).join(', ');
    throw new Stop(`There is no command "${name}". Known commands: ${known}.`);
  }
  await installIfNeeded({ root, say, runNpmCi }).catch((error) => {
    throw error.syscall ? new Stop(`${explainInstallFailure(error.message)} (${error.message})`) : error;
  });
  const node = findNode({ root });
  for (const name of command.needs ?? []) await buildIfStale(parts[name], { root, node, say });
  if (!command.entry) return { code: 0, signal: null };
  const { entry, nodeArgs = [], args: ownArgs = [] } = command;
  return runChild(node, [...nodeArgs, path.join(root, entry), ...ownArgs, ...args], {
    cwd: root,
    // Compiled code is kept, which halves the time of every start after the first.
    env: {
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile'),
      ...process.env,
      ...command.env,
    },
    stdio: 'inherit',
  }).catch((error) => {
    throw new Stop(`${node} could not be started (${error.message}). Delete node_modules and try again.`);
  });
}
