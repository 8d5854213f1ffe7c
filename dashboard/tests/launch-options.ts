// How Chromium is started: the system's own, and silent, because any request of its own would spoil the test that
// counts requests to other origins. And without pages of its own: they cost as much as those of the tests.

import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** The one without windows is lighter; `npm test` says which it has found or installed. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

/** What Playwright turns off by itself. Chromium heeds only the last list it is given, so ours repeats it. */
const turnedOffByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * The list below the address bar is a web page, drawn anew for every window though it is never shown: a second each.
 */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

export const launchOptions: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH ?? installed ?? 'chromium',
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    `--disable-features=${[...turnedOffByPlaywright, ...addressBarPages].join(',')}`,
  ],
};
