// Runs before every test file that needs a database. Its afterAll is the first that is registered, so it is the last that
// is run.

import { afterAll } from 'vitest';
import { newUuid, timeOfUuid } from '../../src/platform/ids.ts';
import { endFile, startFile } from './file-end.ts';

/** Ids never go back in time: after one of the future, the files that follow in this process have no others. */
const checkClockOfIds = (): void => {
  if (timeOfUuid(newUuid()).getTime() > Date.now() + 1_000)
    throw new Error('an id of the future was made with newUuid; make it by hand from firstUuidAt');
};

startFile();
afterAll(endFile);
afterAll(checkClockOfIds);
