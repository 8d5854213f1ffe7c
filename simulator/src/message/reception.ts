// The instruction to the HTTP side for a request to send: answer it (later, or once something has happened), leave it
// hanging, or reset the connection.
import type { WrittenAnswer } from './answer-format.ts';

export type Reception =
  | (WrittenAnswer & { kind: 'answer'; delayMs: number; after: Promise<void> | null })
  | { kind: 'silent' }
  | { kind: 'reset' };

export function answer(written: WrittenAnswer, delayMs: number): Extract<Reception, { kind: 'answer' }> {
  return { kind: 'answer', ...written, delayMs, after: null };
}

/** An answer of a server in front of the provider. */
export const bareAnswer = (status: number): WrittenAnswer => ({ status, contentType: '', body: '' });
