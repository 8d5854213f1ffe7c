// The order of test files. Some of them mostly wait; three of those at once leave both cores idle for a minute. So they are
// spread over the first part of the run, the longest first, with others between them.

import { BaseSequencer, type TestSpecification } from 'vitest/node';

const waitingFiles = [
  'attacks/slow-bodies.test.ts',
  'attacks/import-files.test.ts',
  'embedded-postgres/src/account.db.test.ts',
  'gateway/tests/live-lists.test.ts',
  'gateway/tests/campaigns-steering.test.ts',
  'embedded-postgres/src/open.db.test.ts',
  'embedded-postgres/src/recovery.db.test.ts',
  'gateway/tests/start.test.ts',
];
/** About as many files are through on the two other workers while one of these waits. */
const filesBetween = 12;

/** Puts what waits at every so many places, and the rest, in its order, into the places between. */
export const spread = <File>(files: readonly File[], nameOf: (file: File) => string): File[] => {
  const placeOf = (file: File): number => waitingFiles.findIndex((name) => nameOf(file).endsWith(name));
  const waiting = files
    .filter((file) => placeOf(file) >= 0)
    .toSorted((one, two) => placeOf(one) - placeOf(two));
  const ordered = files.filter((file) => placeOf(file) < 0);
  for (const [index, file] of waiting.entries()) ordered.splice(index * (filesBetween + 1), 0, file);
  return ordered;
};

export class SpreadWaitingFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Each project has workers of its own.
    const byProject = Object.groupBy(sorted, ({ project }) => project.name);
    return Object.values(byProject).flatMap((ofProject = []) =>
      spread(ofProject, ({ moduleId }) => moduleId),
    );
  }
}
