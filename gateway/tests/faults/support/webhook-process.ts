// A process that does nothing but deliver, so that it can be killed like one. Started by node with the database's address
// and the secret key in its environment; says `ready` when it delivers.

import { openDatabase } from '../../../src/platform/database/database.ts';
import { createLog } from '../../../src/platform/log.ts';
import { createOutgoingHttp } from '../../../src/platform/outgoing-http/outgoing-http.ts';
import { createAddressGuard } from '../../../src/platform/outgoing-http/private-address-guard.ts';
import { deriveSecrets } from '../../../src/platform/secrets.ts';
import { createChannels } from '../../../src/processes/channel.ts';
import { takeLease } from '../../../src/processes/lease.ts';
import { createWebhookEngine } from '../../../src/webhooks/engine.ts';

const connection = { connectionString: process.env.DATABASE_URL ?? '' };
const log = createLog('error');
const { pool, writers } = openDatabase({ connection, log, poolMax: 6, writersMax: 1 });
const guard = createAddressGuard({ allowedNetworks: ['loopback'] });
const engine = createWebhookEngine({
  pool,
  writers,
  channels: createChannels({ connection, log }),
  secrets: deriveSecrets(process.env.SECRET_KEY ?? ''),
  http: createOutgoingHttp({ connections: 100, guard }),
  lease: { current: await takeLease({ pool, connection, seconds: 10, isAlone: true }) },
  log,
});
await engine.start();
console.log('ready');
