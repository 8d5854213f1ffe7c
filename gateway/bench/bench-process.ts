// Programs under measurement run as processes of their own, so that each one's processor time and memory can be read.
// Such a program says hello when it is ready and ends on SIGTERM.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface BenchProcess<Hello> {
  readonly processId: number;
  readonly hello: Hello;
  stop(): Promise<void>;
}

const firstMessage = <Hello>(child: ChildProcess, program: URL): Promise<Hello> =>
  new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Hello));
    child.once('exit', (code) =>
      reject(new Error(`${program.pathname} ended with code ${code} before it was ready`)),
    );
  });

/** `NODE_OPTIONS=--cpu-prof npm run bench -- ...` profiles all of them. */
export const startProcess = async <Hello>(
  program: URL,
  environment: Readonly<Record<string, string>>,
  nodeArgs: readonly string[] = [],
): Promise<BenchProcess<Hello>> => {
  const child = fork(fileURLToPath(program), {
    env: { ...process.env, ...environment },
    execArgv: [...process.execArgv, ...nodeArgs],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const hello = await firstMessage<Hello>(child, program);
  return {
    processId: child.pid ?? 0,
    hello,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
};
