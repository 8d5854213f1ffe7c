// n8n's engine and linter, installed apart from the repository's own dependencies, because nothing that we ship needs them.
// Kept under node_modules/.cache by what they are, so that only a change of version installs again. The overrides of
// tools/package.json put an empty package in the place of what n8n names and neither its engine nor its linter loads for
// our nodes (stores of files in the cloud, reports of crashes, language models): three quarters of the files.

import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { explainInstallFailure } from '../bootstrap/explain-install-failure.mjs';
import { withFolderLock } from '../bootstrap/folder-lock.mjs';
import { runProcess } from '../checks/run-process.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Options for npm beyond the files: n8n's packages ask for pnpm and for compilers that we do without. */
const npmArguments = [
  '--ignore-scripts',
  '--legacy-peer-deps',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];

const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b/;

export type Installed = { readonly folder: string } | { readonly unreachable: string };

/** Where the packages of a recipe (a folder with package.json, and package-lock.json where there is one) are kept. */
const cacheFolderOf = (recipe: string): string => {
  const hash = createHash('sha256');
  for (const name of ['package.json', 'package-lock.json']) {
    const file = path.join(recipe, name);
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  const name = `${path.basename(recipe)}-${hash.digest('hex').slice(0, 12)}`;
  return path.join(root, 'node_modules/.cache/hudhud-n8n', name);
};

export interface InstallTask {
  readonly recipe: string;
  /** Left out: `cacheFolderOf(recipe)`. */
  readonly folder?: string;
  readonly say: (line: string) => void;
  /** The last step before the folder is whole. */
  readonly finish?: (folder: string) => Promise<void>;
}

const install = async ({ recipe, say, finish }: InstallTask, folder: string): Promise<Installed> => {
  say(`Installing ${path.basename(recipe)} of n8n into ${folder}. Only the first run does this.`);
  rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(recipe, folder, { recursive: true });
  const { code, kept } = await runProcess({
    file: 'npm',
    // Not `npm ci`: it refuses a lockfile that was written where packages for other machines are missing.
    args: ['install', ...npmArguments],
    cwd: folder,
    output: 'keep',
  });
  if (code !== 0) {
    if (unreachable.test(kept)) return { unreachable: explainInstallFailure(kept) };
    throw new Error(`${explainInstallFailure(kept)}\n${kept}`);
  }
  await finish?.(folder);
  return { folder };
};

export const ensureInstalled = async (task: InstallTask): Promise<Installed> => {
  const folder = task.folder ?? cacheFolderOf(task.recipe);
  const marker = path.join(folder, '.installed');
  if (existsSync(marker)) return { folder };
  mkdirSync(path.dirname(folder), { recursive: true });
  return await withFolderLock(`${folder}.lock`, {}, async () => {
    if (existsSync(marker)) return { folder };
    const installed = await install(task, folder);
    if ('folder' in installed) writeFileSync(marker, new Date().toISOString());
    return installed;
  });
};

export const ensureTools = (say: (line: string) => void): Promise<Installed> =>
  ensureInstalled({ recipe: path.join(import.meta.dirname, 'tools'), say });
