// A copy of the repository as a stranger would get it: no node_modules, no data, nothing built.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** The last commit, or with `withWorktree` the files as they lie here now, new ones included. */
export function makeClone(root: string, target: string, withWorktree: boolean): void {
  if (!withWorktree) {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, target]);
    return;
  }
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0')) {
    if (!file || !existsSync(path.join(root, file))) continue;
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(target, file));
  }
}

/**
 * The environment of a shell that knows nothing of us: `npm run` put our own node_modules (and with it Node 24) in front
 * of the path, and our settings must not leak into the copy.
 */
export function strangerEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours = /^(npm_|NODE$|NODE_|INIT_CWD$|DATABASE_URL$|SECRET_KEY$|DATA_DIR$|PORT$)/i;
  const kept = Object.entries(environment).filter(([name]) => !ours.test(name));
  const folders = (environment.PATH ?? '').split(path.delimiter);
  const outside = folders.filter(
    (folder) => !folder.includes('node_modules') && !folder.includes('node-gyp-bin'),
  );
  return { ...Object.fromEntries(kept), PATH: outside.join(path.delimiter) };
}
