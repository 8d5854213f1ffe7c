// Whether the gateway can be reached, as the latest request found it. Every request reports it; the bar above the pages listens.

let lostAt: number | null = null;
const listeners = new Set<() => void>();

function change(to: number | null): void {
  if ((lostAt === null) === (to === null)) return;
  lostAt = to;
  for (const listener of listeners) listener();
}

export const noteReached = (): void => change(null);
export const noteLost = (): void => change(Date.now());

/** Milliseconds since 1970; null while it answers. */
export const readLostAt = (): number | null => lostAt;

export function onReachChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
