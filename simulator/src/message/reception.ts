// What the HTTP side does with a request to `/messages`: answer it (later, or once something has happened), leave it
// hanging, or reset the connection.

export type Reception =
  | { kind: 'answer'; status: number; body: string; delayMs: number; after: Promise<void> | null }
  | { kind: 'silent' }
  | { kind: 'reset' };

export function answer(
  status: number,
  body: string,
  delayMs: number,
): Extract<Reception, { kind: 'answer' }> {
  return { kind: 'answer', status, body, delayMs, after: null };
}
