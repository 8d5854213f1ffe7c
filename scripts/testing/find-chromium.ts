// The browser tests use the machine's Chromium: Playwright's own download would be a second, unpinned source of code.

import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { runProcess } from '../checks/run-process.ts';

/** The first has no windows, and spends a sixth less on a page. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const signOfLifeMs = 10_000;

export interface Machine {
  environment: Record<string, string | undefined>;
  isExecutable: (file: string) => boolean;
}

/** The path of an installed Chromium, or undefined. */
export function findChromium({ environment, isExecutable }: Machine): string | undefined {
  const chosen = environment.CHROMIUM_PATH;
  if (chosen) return isExecutable(chosen) ? chosen : undefined;
  const folders = (environment.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

/** Finds a Chromium, installs one where that is ours to do, or says what to do and returns undefined. */
export async function ensureChromium(root: string): Promise<string | undefined> {
  const machine = { environment: process.env, isExecutable };
  const found = findChromium(machine);
  if (found) return found;
  if (process.env.CHROMIUM_PATH) {
    console.log(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, but no program is there.`);
    return undefined;
  }
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) await installWithApt(root);
  const installed = findChromium(machine);
  if (!installed) {
    console.log(
      'The browser tests need Chromium: install it (Debian, Ubuntu: "apt-get install chromium"; macOS: Google',
    );
    console.log('Chrome) or set CHROMIUM_PATH to its program. Until then they count as failed.');
  }
  return installed;
}

async function installWithApt(root: string): Promise<void> {
  console.log(
    'Installing Chromium for the browser tests (apt-get, about 100 MB to download; a minute or two) ...',
  );
  const startedAt = performance.now();
  const secondsSoFar = () => Math.round((performance.now() - startedAt) / 1000);
  const ticker = setInterval(() => console.log(`  still installing, ${secondsSoFar()} s`), signOfLifeMs);
  const apt = (args: string[]) =>
    runProcess({
      file: 'apt-get',
      args,
      cwd: root,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
      output: 'keep',
    });
  const update = await apt(['update']);
  const installOne = (name: string) => apt(['install', '-y', '--no-install-recommends', name]);
  const light = await installOne('chromium-headless-shell');
  // Releases from before 2025 do not have it.
  const install = light.code === 0 ? light : await installOne('chromium');
  clearInterval(ticker);
  if (install.code === 0) console.log(`Chromium installed in ${secondsSoFar()} s.`);
  else
    console.log(
      `apt-get could not install Chromium:\n${update.code === 0 ? '' : update.kept}${install.kept}`,
    );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
