// `hudhud migrate`

import { type Command, exitCodes } from './command.ts';

export const migrateRun: Command = {
  name: 'migrate',
  summary: 'Bring the database to the schema of this version. The gateway does it by itself at every start.',
  options: {},
  async run({ print, withStore }) {
    // Opening the store is what migrates; what is left is to say so.
    const applied = await withStore(async (store) => store.migrated);
    for (const name of applied) print(`Applied ${name}`);
    print(applied.length === 0 ? 'The database is up to date.' : 'The database is now up to date.');
    return exitCodes.ok;
  },
};
