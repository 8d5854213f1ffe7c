// The order of test files. Some of them mostly wait; three of those at once leave both cores idle for a minute. So they are
// spread over the first part of the run, the longest first, with others between them. And the fault lanes that take minutes
// come before those that take seconds: one of them at the end would run alone.

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
const longLanes = ['kill-gateway', 'campaign-kills', 'provider-faults', 'media', 'restart-postgres'].map(
  (name) => `faults/${name}.test.ts`,
);
/** About as many files are through on the other workers while one of these waits. */
const filesBetween = 12;

/** Puts long lanes first, what waits at every so many places, and the rest, in its order, into the places between. */
export const spread = <File>(files: readonly File[], nameOf: (file: File) => string): File[] => {
  const pick = (names: readonly string[]): File[] =>
    names.flatMap((name) => files.filter((file) => nameOf(file).endsWith(name)));
  const waiting = pick(waitingFiles);
  const long = pick(longLanes);
  const ordered = [...long, ...files.filter((file) => !waiting.includes(file) && !long.includes(file))];
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
