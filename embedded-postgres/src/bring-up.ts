// From any state of DATA_DIR to a started server: account, socket folder, programs, cluster, settings, start. Every
// step may be repeated, so a start that was killed anywhere is simply done again.

import { checkReach, chooseAccount } from './account.ts';
import { type Binaries, provideBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import type { Layout } from './layout.ts';
import type { Account } from './run-command.ts';
import { startServer, writeSettings } from './server-process.ts';
import { defaultSettings, usableMemoryBytes } from './settings.ts';
import { provideSocketFolder } from './socket-folder.ts';

export interface StartOptions {
  readonly say: (line: string) => void;
  readonly settings?: Record<string, string> | undefined;
  /** Where to take PostgreSQL's programs from instead of the installed npm package. */
  readonly packageFolder?: string | undefined;
}

/** Call with the start lock held and no server running. */
export async function bringUp(layout: Layout, options: StartOptions): Promise<void> {
  const { say, settings = {} } = options;
  const tools = await findTools(layout, options);
  const socketFolder = await provideSocketFolder(layout, tools.account);
  await ensureCluster({ layout, ...tools, say, isDurable: settings.fsync !== 'off' });
  await writeSettings(
    { layout, ...tools },
    { ...defaultSettings(usableMemoryBytes(), socketFolder), ...settings },
  );
  await startServer({ layout, ...tools }, socketFolder);
}

export async function findTools(
  layout: Layout,
  options: StartOptions,
): Promise<{ account: Account | undefined; binaries: Binaries }> {
  const account = await chooseAccount(layout.cluster, options.say);
  await checkReach(account, layout.dataDir, layout.dataDir);
  const binaries = await provideBinaries(layout, account, options.say, options.packageFolder);
  return { account, binaries };
}
