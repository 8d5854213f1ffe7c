// The gateway under measurement, in a process of its own: the real one, with two routes more to be measured against.
// `/bare/...` checks the same body and stores nothing; `/single/...` does everything the real route does, with one
// INSERT per request instead of a group commit.

import { sendMessageBody } from '@hudhud/contract/messages.ts';
import pg from 'pg';
import { startGateway } from '../../src/app/gateway.ts';
import { createCompany } from '../../src/companies/create-company.ts';
import { readConfig } from '../../src/config/config.ts';
import { registerEntrance } from '../../src/http/entrance.ts';
import { registerMessageRoutes } from '../../src/messages/routes.ts';
import { createKeysInProgress } from '../../src/messages/storing/idempotency.ts';
import { storeMessages } from '../../src/messages/storing/queries.ts';
import { newUuid, toPublicId } from '../../src/platform/ids.ts';
import { createLog } from '../../src/platform/log.ts';
import { providerNames } from '../../src/providers/registry.ts';
import { withSimulatedSender } from '../../src/simulator/runs-simulator.ts';
import { sayHello } from '../say-hello.ts';

const singleConnections = 10;

const config = readConfig();
const gateway = await startGateway({
  config,
  log: createLog('warn'),
  say: () => undefined,
  async extend(server, storage, { entrance, accept, http }) {
    const { $id: _id, ...body } = sendMessageBody(providerNames) as ReturnType<typeof sendMessageBody> & {
      $id?: string;
    };
    server.post('/bare/api/v1/messages/send', { schema: { body, hide: true } }, async (_request, reply) => {
      const answer = {
        status: 'queued',
        message_id: toPublicId('message', newUuid()),
        timestamp: new Date().toISOString(),
      };
      return reply.code(202).type('application/json; charset=utf-8').send(JSON.stringify(answer));
    });
    const pool = new pg.Pool({ ...storage.connection, max: singleConnections });
    server.addHook('onClose', () => pool.end());
    await server.register(
      async (scope) => {
        registerEntrance(scope, entrance);
        registerMessageRoutes(scope, {
          ...accept,
          pool,
          http,
          keysInProgress: createKeysInProgress(),
          store: {
            async store(asked) {
              await storeMessages(pool, [asked]);
              return { kind: 'stored' };
            },
            findEarlier: async () => null,
            drain: async () => undefined,
            waiting: 0,
          },
        });
      },
      { prefix: '/single' },
    );
  },
});

const { secrets, database } = gateway.storage;
const created = await createCompany(
  database.pool,
  secrets,
  { name: 'Benchmark', timezone: 'UTC', plan: 'active', trialDays: 0 },
  withSimulatedSender(config, secrets),
);
sayHello({ address: gateway.address, ...created }, () => gateway.stop());
