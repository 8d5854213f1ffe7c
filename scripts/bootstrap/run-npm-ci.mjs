// The installation itself. On a terminal npm draws its own progress; without one, a line every few seconds shows that
// it is alive, and npm's words are kept back until they explain a failure.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { explainInstallFailure } from './explain-install-failure.mjs';
import { runChild } from './run-child.mjs';
import { Stop } from './stop.mjs';

const signOfLifeMs = 5_000;

/** @param {{ root: string, say: (line: string) => void }} task */
export async function runNpmCi({ root, say }) {
  say('Installing the dependencies (npm ci, about 650 MB in node_modules). Only the first start does this;');
  say('it usually takes half a minute to two minutes.');
  const startedAt = performance.now();
  const secondsSoFar = () => Math.round((performance.now() - startedAt) / 1000);
  const isTerminal = Boolean(process.stderr.isTTY);
  const logs = mkdtempSync(path.join(os.tmpdir(), 'hudhud-npm-logs-'));
  const ticker = isTerminal
    ? undefined
    : setInterval(() => say(`  still installing, ${secondsSoFar()} s`), signOfLifeMs);
  let said = '';
  try {
    const { file, args } = npmCommand();
    const ending = await runChild(file, [...args, ...ciArguments(logs)], {
      cwd: root,
      // npm prints its summary on stdout; ours belongs to the program that runs afterwards.
      stdio: isTerminal ? ['ignore', 2, 2] : ['ignore', 'pipe', 'pipe'],
      // npm would take a minute to put back what it has begun; the next start begins from scratch in any case.
      killAfterMs: 1_000,
      onOutput: (text) => {
        said += text;
      },
    }).catch((error) => {
      throw new Stop(
        `npm could not be started (${error.message}). Install npm, which comes with Node, and try again.`,
      );
    });
    if (ending.stoppedBy)
      throw new Stop('Stopped while installing. The next start installs again.', ending.stoppedBy);
    if (ending.code !== 0) {
      // The reason comes first; behind it npm prints its usage.
      if (said) say(said.trimEnd().split('\n').slice(0, 15).join('\n'));
      throw new Stop(explainInstallFailure(said + readErrors(logs)));
    }
    say(`Dependencies installed in ${secondsSoFar()} s.`);
  } finally {
    clearInterval(ticker);
    rmSync(logs, { recursive: true, force: true });
  }
}

// `npm run` says which npm it is; another package manager that ran us cannot read our lockfile.
function npmCommand() {
  const running = process.env.npm_execpath;
  if (running && path.basename(running) === 'npm-cli.js') return { file: process.execPath, args: [running] };
  return { file: 'npm', args: [] };
}

function ciArguments(logs) {
  return [
    'ci',
    '--ignore-scripts',
    // NODE_ENV=production would leave out Vite, which builds the dashboard, and "omit" settings Node 24 itself.
    '--include=dev',
    '--include=optional',
    // `npm run --silent` passes its silence on; and on Node 20 the warnings are only about engines that we bring along.
    '--loglevel=error',
    `--logs-dir=${logs}`,
  ];
}

// On a terminal npm's words went past us, so the reason is read from its log.
function readErrors(logs) {
  return readdirSync(logs)
    .flatMap((name) => readFileSync(path.join(logs, name), 'utf8').split('\n'))
    .filter((line) => /^\d+ (error|verbose code)/.test(line))
    .join('\n');
}
