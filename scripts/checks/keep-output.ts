import type { ChildProcess } from 'node:child_process';

/** Answers all that the program has said so far, on both channels. */
export function keepOutput({ stdout, stderr }: Pick<ChildProcess, 'stdout' | 'stderr'>): () => string {
  let said = '';
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk) => {
      said += String(chunk);
    });
  }
  return () => said;
}
