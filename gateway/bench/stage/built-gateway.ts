// The gateway under measurement as people run it: a few built files, as `npm start` builds them (ADR 16). The sources
// themselves need a little more processor time and some 50 MB more.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type UserConfig } from 'vite';

const source = 'bench/stage/bench-gateway.ts';
/** As deep as `dist/program`: what is found from there is found from here. */
const output = 'dist/bench';

const isBuilt = new Map<string, Promise<URL>>();

const buildIn = async (gateway: string): Promise<URL> => {
  const file = join(gateway, 'vite.config.ts');
  // A checkout from before there was a built program: it was started from its sources.
  if (!existsSync(file)) return pathToFileURL(join(gateway, source));
  const { default: config } = (await import(pathToFileURL(file).href)) as { default: UserConfig };
  const rolldownOptions = config.build?.rolldownOptions;
  const input = { ...(rolldownOptions?.input as Record<string, string>), gateway: join(gateway, source) };
  await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    build: { ...config.build, outDir: output, rolldownOptions: { ...rolldownOptions, input } },
  });
  return pathToFileURL(join(gateway, output, 'gateway.mjs'));
};

/** Builds it once for a run of a benchmark. */
export const builtGateway = (tree: string): Promise<URL> => {
  const program = isBuilt.get(tree) ?? buildIn(resolve(tree, 'gateway'));
  isBuilt.set(tree, program);
  return program;
};
