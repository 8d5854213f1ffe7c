// Journeys in a real Chromium against a real gateway. Build first: npm run build -w dashboard.

import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/launch-options.ts';

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results/dashboard',
  // A browser waits a good deal; a third would only take the time of the first two.
  workers: 2,
  timeout: 180_000,
  // A machine that stands still for a minute fails a journey. One that passes at the second try is named at the end of
  // `npm test`.
  retries: 1,
  // Generous, because the machine may be busy with the rest of the checks.
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    launchOptions,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Asia/Riyadh',
    // A quarter of the time of a run. To see what led to a failure: --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
