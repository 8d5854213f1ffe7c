// Journeys in a real Chromium against a real gateway. Build first: npm run build -w dashboard.

import { defineConfig } from '@playwright/test';
import { launchOptions } from './tests/launch-options.ts';

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results/dashboard',
  globalSetup: './tests/start-gateway.ts',
  workers: 1,
  timeout: 90_000,
  // Generous, because the machine may be busy with the rest of the checks.
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Asia/Riyadh',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
