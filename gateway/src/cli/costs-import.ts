// `hudhud costs import`

import { readFile } from 'node:fs/promises';
import { importRates } from '../costs/import-rates.ts';
import { type Command, exitCodes, jsonOption } from './command.ts';
import { orRefused } from './sender-options.ts';

export const costsImport: Command = {
  name: 'costs import',
  summary: 'Import prices of messages: a CSV of country, category, amount, currency, valid from.',
  options: {
    file: { type: 'string', value: 'FILE', meaning: 'The table; - reads standard input.', isRequired: true },
    json: jsonOption,
  },
  example: 'costs import --file rates.csv',
  run: ({ values, print, remark, readInput, withStorage }) =>
    orRefused(remark, async () => {
      const csv = values.file === '-' ? await readInput() : await readFile(String(values.file), 'utf8');
      const done = await withStorage(({ database }) => importRates(database.pool, csv));
      print(values.json ? JSON.stringify(done) : `Imported ${done.imported} rates; ${done.rates} are known.`);
      return exitCodes.ok;
    }),
};
