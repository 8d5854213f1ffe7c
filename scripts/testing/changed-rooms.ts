// Which database tests belong to what has changed: those of the rooms that a change touches, and for what is outside of
// the rooms a few journeys that would notice soonest. It stays a matter of two minutes; `npm test` is what decides.

const journeys = (...names: string[]): string[] => names.map((name) => `gateway/tests/${name}.test.ts`);

const outsideOfRooms: ReadonlyArray<readonly [RegExp, (name: string) => string[]]> = [
  // The schema that everyone has: does it come to be, by every way, and does it keep the rules?
  [
    /^gateway\/migrations\//,
    () => journeys('migrations', 'migration-rules', 'company-indexes', 'plans-when-empty', 'upgrade'),
  ],
  // The public contract: the tests of the whole document, and the room and the journey of the same name.
  [
    /^contract\/src\/(?:.+\/)?([^/.]+)\.ts$/,
    (name) => [...journeys('openapi', 'openapi-examples', 'send-message', name), `gateway/src/${name}/`],
  ],
  // Its own tests are among the unit tests. These speak to the gateway as it does, and are served its files.
  [
    /^dashboard\/(?:src|public|index\.html|vite\.config)/,
    () => journeys('users-sessions', 'attacks/line-12-response-headers', 'live-lists'),
  ],
  [/^simulator\/src\//, () => journeys('simulator', 'simulated-providers', 'sending')],
];

/** `gateway/src/webhooks/lanes/x.ts` is of the room gateway/src/webhooks. A journey is a test of its own. */
const roomsOf = (file: string): string[] => {
  const room = /^(gateway\/src\/[^/]+)\//.exec(file)?.[1];
  if (room) return [room];
  if (/^gateway\/tests\/(?!faults\/|support\/).*\.test\.ts$/.test(file)) return [file];
  if (/\.test\.tsx?$/.test(file)) return [];
  const workspace = /^(embedded-postgres|client)\//.exec(file)?.[1];
  if (workspace) return [workspace];
  return outsideOfRooms.flatMap(([place, testsOf]) => {
    const found = place.exec(file);
    return found ? testsOf(found[1] ?? '') : [];
  });
};

export const changedRooms = (files: readonly string[]): string[] =>
  [...new Set(files.flatMap(roomsOf))].sort();
