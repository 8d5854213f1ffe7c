// Contacts, put together: their routes, what they hear from callbacks, and the work that goes on beside the requests.

import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { eraseFromLists, eraseWaiting } from '../campaigns/erasure/erase-recipient.ts';
import { auditedActor, writeAudit } from '../companies/audit/write-audit.ts';
import { companyOf } from '../companies/company-of.ts';
import type { Config } from '../config/config.ts';
import type { PersonAddresses } from '../contacts/addresses/address.ts';
import { registerBulkRoutes } from '../contacts/bulk/routes.ts';
import { registerConsentRoutes } from '../contacts/consent/routes.ts';
import { registerErasureRoutes } from '../contacts/erasure/routes.ts';
import { runErasures } from '../contacts/erasure/run-erasures.ts';
import { registerExportRoutes } from '../contacts/export/routes.ts';
import { registerContactFieldRoutes } from '../contacts/fields/routes.ts';
import { stripFields } from '../contacts/fields/strip-fields.ts';
import { createImportWorker, type ImportWorker } from '../contacts/imports/import-worker.ts';
import { registerImportRoutes } from '../contacts/imports/routes.ts';
import { sweepImports } from '../contacts/imports/sweep-imports.ts';
import { createPeopleListener, type PeopleListener } from '../contacts/incoming/hear-people.ts';
import { forgetOldMerges } from '../contacts/merges/merge-contacts.ts';
import { registerMergeRoutes } from '../contacts/merges/routes.ts';
import { registerContactRoutes } from '../contacts/routes.ts';
import { registerSegmentRoutes } from '../contacts/segments/routes.ts';
import { createSettingsDirectory, type SettingsDirectory } from '../contacts/settings/directory.ts';
import { registerContactSettingsRoutes } from '../contacts/settings/routes.ts';
import type { KnownRecipient } from '../dispatch/attempt-send.ts';
import { eraseMessages } from '../messages/erasure/erase-span.ts';
import { cancelWaitingFor } from '../messages/opt-outs/cancel-waiting.ts';
import type { Database } from '../platform/database/database.ts';
import { newUuid } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { type Loop, startLoop } from '../platform/loop.ts';

export interface ContactParts {
  readonly settings: SettingsDirectory;
  readonly people: PeopleListener;
  readonly imports: ImportWorker;
}

interface Options {
  readonly database: Database;
  readonly log: Log;
  /** Companies with a new event. */
  readonly onTold: (companyIds: readonly string[]) => void;
}

export const createContactParts = ({ database, log, onTold }: Options): ContactParts => {
  const settings = createSettingsDirectory(database.pool);
  return {
    settings,
    people: createPeopleListener({
      db: database.pool,
      settings,
      log,
      onTold,
      onOptedOut: (people) => cancelWaitingFor(database.pool, people),
    }),
    imports: createImportWorker({ pool: database.pool, log }),
  };
};

/** What a message went to, and what its provider calls the person. */
export const toPerson = ({ companyId, address, recipient }: KnownRecipient): PersonAddresses => {
  const hasNumber = address.startsWith('+');
  const { number, userId } = recipient;
  return {
    companyId,
    addresses: [
      { kind: hasNumber ? 'phone' : 'bsuid', value: address },
      ...(number === null ? [] : [{ kind: hasNumber ? 'wa_id' : 'phone', value: `+${number}` } as const]),
      ...(userId === null || userId === address ? [] : [{ kind: 'bsuid', value: userId } as const]),
    ],
  };
};

interface RouteOptions {
  readonly contacts: ContactParts;
  readonly config: Pick<Config, 'importBytesMax'>;
  readonly store: { readonly database: Pick<Database, 'pool'> };
  readonly webhooks: { notice(companyIds: readonly string[]): void };
}

export const registerContactParts = (server: FastifyInstance, options: RouteOptions): void => {
  const { contacts, config, store, webhooks } = options;
  const { pool } = store.database;
  const common = {
    pool,
    settings: contacts.settings,
    companyIdOf: (incoming: Parameters<typeof companyOf>[0]): string => companyOf(incoming).id,
    onOptedOut: (people: Parameters<typeof cancelWaitingFor>[1]) => cancelWaitingFor(pool, people),
    onTold: (companyIds: readonly string[]) => webhooks.notice(companyIds),
  };
  registerContactRoutes(server, common);
  registerBulkRoutes(server, common);
  registerConsentRoutes(server, common);
  registerContactFieldRoutes(server, common);
  registerContactSettingsRoutes(server, common);
  registerMergeRoutes(server, common);
  registerSegmentRoutes(server, common);
  registerExportRoutes(server, common);
  registerImportRoutes(server, {
    ...common,
    importBytesMax: config.importBytesMax,
    onQueued: () => contacts.imports.wake(),
  });
  registerErasureRoutes(server, {
    ...common,
    async auditErasure(client, incoming, { target, lastDigits }) {
      await writeAudit(client, auditedActor(incoming), {
        companyId: companyOf(incoming).id,
        action: 'erase_contact',
        target,
        data: { last_digits: lastDigits },
      });
    },
  });
};

const sweepMilliseconds = 600_000;
const stepMilliseconds = 2_000;

/** Only where the role for slow work is on: other processes answer requests. */
export const startContactWork = (
  contacts: ContactParts,
  pool: pg.Pool,
  config: Pick<Config, 'roles' | 'messageRetentionDays' | 'requestRetentionDays'>,
  log: Log,
): Loop[] => {
  if (!config.roles.includes('campaigns')) return [];
  contacts.imports.start();
  const keptDays = Math.max(config.messageRetentionDays, config.requestRetentionDays);
  // Campaigns first: whom they produced for in this moment is found among the messages.
  const erase: Parameters<typeof runErasures>[1] = async (person, fromId, belowId) => {
    const isLatest = belowId > newUuid();
    if (isLatest) await eraseFromLists(pool, person);
    await eraseWaiting(pool, person);
    return await eraseMessages(pool, person, fromId, belowId);
  };
  return [
    startLoop('erasures', stepMilliseconds, log, () => runErasures(pool, erase, keptDays)),
    startLoop('deleted contact fields', stepMilliseconds, log, () => stripFields(pool)),
    startLoop('old imports', sweepMilliseconds, log, () => sweepImports(pool)),
    startLoop('old merges', sweepMilliseconds, log, () => forgetOldMerges(pool)),
    contacts.imports,
  ];
};
