// A process that does nothing but run imports, so that a test can kill it.

import pg from 'pg';
import { createImportWorker } from '../../src/contacts/imports/import-worker.ts';
import { createLog } from '../../src/platform/log.ts';

const [, , url = ''] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 4 });
pool.on('error', () => undefined);
createImportWorker({ pool, log: createLog('error') }).start();
setInterval(() => process.stdout.write(`${process.memoryUsage().rss}\n`), 200);
