// `hudhud config`

import { describeConfig, readConfig } from '../config/config.ts';
import { settingsTable } from '../config/settings-table.ts';
import { type Command, exitCodes, jsonOption } from './command.ts';

export const configShow: Command = {
  name: 'config',
  summary: 'Show every setting with its value, default and meaning.',
  options: {
    json: jsonOption,
    markdown: { type: 'boolean', meaning: 'Print the table of docs/operations.md.' },
  },
  async run({ values, print, environment }) {
    const rows = describeConfig(environment);
    if (values.json) print(JSON.stringify(rows));
    else if (values.markdown) print(settingsTable());
    else {
      for (const row of rows) {
        print(`${row.name}=${row.value}`);
        print(
          `    ${row.meaning}${row.value === row.default ? '' : ` Default: ${row.default || '(empty)'}.`}`,
        );
      }
    }
    // Throws the mistakes in them, after the table that helps to fix them.
    readConfig(environment);
    return exitCodes.ok;
  },
};
