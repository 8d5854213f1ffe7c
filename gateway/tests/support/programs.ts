// The built programs, which is what people run. The set-up of the tests builds them when their sources have changed.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const file = (name: string): string => fileURLToPath(new URL(`../../dist/program/${name}`, import.meta.url));

export const gatewayProgram = file('main.mjs');
export const commandLineProgram = file('cli.mjs');

const bootstrap = fileURLToPath(new URL('../../../scripts/bootstrap.mjs', import.meta.url));

export const buildPrograms = (): void => {
  const { status, stderr } = spawnSync(process.execPath, [bootstrap, 'build-gateway'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the gateway could not be built:\n${stderr}`);
};
