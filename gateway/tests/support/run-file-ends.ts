// Runs before every test file that needs a database. Its afterAll is the first that is registered, so it is the last that
// is run.

import { afterAll } from 'vitest';
import { endFile, startFile } from './file-end.ts';

startFile();
afterAll(endFile);
