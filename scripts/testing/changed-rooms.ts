// Which database tests belong to what has changed: those of the rooms that a change touches.

/** `gateway/src/webhooks/lanes/x.ts` is of the room gateway/src/webhooks. A journey is a test of its own. */
const roomOf = (file: string): string | null => {
  const room = /^(gateway\/src\/[^/]+)\//.exec(file)?.[1];
  if (room) return room;
  if (/^gateway\/tests\/(?!faults\/|support\/).*\.test\.ts$/.test(file)) return file;
  return /^(embedded-postgres|client)\//.exec(file)?.[1] ?? null;
};

export const changedRooms = (files: readonly string[]): string[] =>
  [...new Set(files.map(roomOf).filter((room) => room !== null))].sort();
