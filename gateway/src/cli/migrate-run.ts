// `hudhud migrate`

import { type Command, exitCodes } from './command.ts';

export const migrateRun: Command = {
  name: 'migrate',
  summary: 'Bring the database to the schema of this version. The gateway does it by itself at every start.',
  options: {},
  async run({ print, withStorage }) {
    // Opening the storage migrates; this only prints what was applied.
    const applied = await withStorage(async (storage) => storage.migrated);
    for (const name of applied) print(`Applied ${name}`);
    print(applied.length === 0 ? 'The database is up to date.' : 'The database is now up to date.');
    return exitCodes.ok;
  },
};
