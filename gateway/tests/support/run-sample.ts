// Runs a command or a sample beside the test, without blocking the gateway that lives in the test's own process.

import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Ended {
  readonly code: number;
  readonly output: string;
}

export const run = (
  command: string,
  args: readonly string[],
  options: { readonly env?: Record<string, string>; readonly cwd?: string; readonly input?: string } = {},
): Promise<Ended> => {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const { input, env, cwd } = options;
  const child = execFile(
    command,
    args,
    { env: { ...process.env, ...env }, ...(cwd && { cwd }), timeout: 60_000 },
    (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
      resolve({ code, output: code === 0 ? stdout : `${stdout}${stderr}` });
    },
  );
  child.stdin?.end(input ?? '');
  return promise;
};

export const isInstalled = (command: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Texts and comments, so that what stands inside them is not taken for code. */
const notCode = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** For languages that are not at hand: brackets that match, texts that end, statements that are closed. */
export const roughSyntaxProblems = (code: string): string[] => {
  const bare = code.replace(notCode, '""');
  const open: string[] = [];
  for (const sign of bare) {
    if (Object.values(pairs).includes(sign)) open.push(sign);
    else if (sign in pairs && open.pop() !== pairs[sign]) return [`a ${sign} too many`];
  }
  if (open.length > 0) return [`${open.join(' ')} is never closed`];
  const unclosed = bare
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        /^(?:return|\$\w+ =|var |throw )/.test(line) && /[\w"')\]]$/.test(line) && !line.endsWith('('),
    );
  return unclosed.filter((line) => !line.includes('=>')).map((line) => `no end: ${line}`);
};
