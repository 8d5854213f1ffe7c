// One run, several projects. Projects of a later group start when the earlier group has ended, so the tests that need
// the whole machine (a database, killed processes) do not compete with the quick ones.

import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const databaseSetup = 'gateway/tests/support/global-setup.ts';
const databaseSetupFiles = ['./gateway/tests/support/run-file-ends.ts'];
const neverTests = ['**/node_modules/**', '**/dist/**'];
const faultTests = 'gateway/tests/faults/**/*.test.ts';
const databaseTests = '{gateway/src,embedded-postgres,client,scripts}/**/*.db.test.ts';
// A busy machine may take its time; whoever waits goes on as soon as there is something to go on with.
const patient = { testTimeout: 30_000, expect: { poll: { timeout: 20_000 } } };
const globalSetup = existsSync(new URL(databaseSetup, import.meta.url)) ? [`./${databaseSetup}`] : [];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...patient,
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
          ...patient,
          include: ['n8n-node/**/*.test.ts'],
          exclude: neverTests,
          sequence: { groupOrder: 0 },
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'dashboard',
          ...patient,
          include: ['dashboard/src/**/*.test.{ts,tsx}'],
          exclude: neverTests,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'database',
          include: [databaseTests, 'gateway/tests/**/*.test.ts'],
          exclude: [...neverTests, faultTests],
          globalSetup,
          setupFiles: databaseSetupFiles,
          // The gateway is imported once per worker and not once per file, which was more than half of the time. It has
          // no globals; what a file opens is closed at its end by support/file-end.ts.
          isolate: false,
          // Each worker has a cloned database and a gateway in it; more of them than this only wait for each other.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'faults-short',
          include: [faultTests],
          exclude: neverTests,
          globalSetup,
          setupFiles: databaseSetupFiles,
          // Two at a time: each has processes and a database of its own, and waits more than it works.
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
