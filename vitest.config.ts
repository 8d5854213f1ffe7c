// One run, several projects. Projects of a later group start when the earlier group has ended, so the tests that need
// the whole machine (a database, killed processes) do not compete with the quick ones.

import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { SpreadWaitingFiles } from './scripts/testing/spread-waiting-files.ts';

const databaseSetup = 'gateway/tests/support/global-setup.ts';
const databaseSetupFiles = ['./gateway/tests/support/run-file-ends.ts'];
const neverTests = ['**/node_modules/**', '**/dist/**'];
const faultTests = 'gateway/tests/faults/**/*.test.ts';
// What they count or time depends on how busy the machine is: they run last, one at a time.
const aloneTests = ['row-writes', 'history-indexes', 'retention'].map(
  (name) => `gateway/tests/${name}.test.ts`,
);
const databaseTests = '{gateway/src,embedded-postgres,client,scripts}/**/*.db.test.ts';
// A busy machine may take its time. Waits end as soon as their condition holds, so long limits cost nothing.
// A failed comparison of lists is told whole in one line: in CI's report that line is all there is.
const chaiConfig = { truncateThreshold: 1_500 };
const expectPatiently = { poll: { timeout: 60_000 } };
const patient = { chaiConfig, testTimeout: 90_000, expect: expectPatiently };
// What a file imports is imported once per worker, which was three quarters of the time. A file puts back what it changes.
// Vitest would leave one of two cores unused; and some of these files wait for a process or a clock.
const quick = { ...patient, isolate: false, maxWorkers: 3 };
const globalSetup = existsSync(new URL(databaseSetup, import.meta.url)) ? [`./${databaseSetup}`] : [];

export default defineConfig({
  test: {
    sequence: { sequencer: SpreadWaitingFiles },
    projects: [
      {
        test: {
          name: 'unit',
          ...quick,
          include: [
            'client/**/*.test.ts',
            'contract/**/*.test.ts',
            'embedded-postgres/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
            'simulator/**/*.test.ts',
            'gateway/src/**/*.test.ts',
          ],
          exclude: [...neverTests, databaseTests],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'n8n-node',
          ...quick,
          include: ['n8n-node/**/*.test.ts'],
          exclude: neverTests,
          sequence: { groupOrder: 0 },
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'dashboard',
          ...quick,
          include: ['dashboard/src/**/*.test.{ts,tsx}'],
          exclude: neverTests,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'database',
          chaiConfig,
          expect: expectPatiently,
          include: [databaseTests, 'gateway/tests/**/*.test.ts'],
          exclude: [...neverTests, faultTests, ...aloneTests],
          globalSetup,
          setupFiles: databaseSetupFiles,
          // The gateway is imported once per worker and not once per file, which was more than half of the time. It has
          // no globals; what a file opens is closed at its end by support/file-end.ts.
          isolate: false,
          // Each worker has a cloned database and a gateway in it. About half of their time they wait.
          maxWorkers: 5,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'faults-short',
          chaiConfig,
          expect: expectPatiently,
          include: [faultTests],
          exclude: neverTests,
          globalSetup: [...globalSetup, './gateway/tests/faults/support/used-data-dir.ts'],
          setupFiles: databaseSetupFiles,
          isolate: false,
          // Three at a time: each has processes and a database of its own, and waits a good deal.
          maxWorkers: 3,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'alone',
          chaiConfig,
          expect: expectPatiently,
          include: aloneTests,
          globalSetup,
          setupFiles: databaseSetupFiles,
          maxWorkers: 1,
          testTimeout: 300_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
