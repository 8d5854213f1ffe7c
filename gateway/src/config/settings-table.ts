// The table of settings in docs/operations.md; a test holds the page against it.

import { type Setting, settings } from './settings.ts';

export const settingsTable = (): string =>
  [
    '| Setting | Default | Meaning |',
    '|---|---|---|',
    ...(Object.values(settings) as Setting<unknown>[]).map(
      (setting) =>
        `| \`${setting.name}\` | ${setting.default ? `\`${setting.default}\`` : ''} | ${setting.meaning} |`,
    ),
  ].join('\n');
