// Contacts: their routes, and the work that goes on beside the requests.

import type { FastifyInstance } from 'fastify';
import { eraseFromLists, eraseWaiting } from '../../campaigns/erasure/erase-recipient.ts';
import { auditedActor, writeAudit } from '../../companies/audit/write-audit.ts';
import { companyOf } from '../../companies/company-of.ts';
import { registerBulkRoutes } from '../../contacts/bulk/routes.ts';
import { registerConsentRoutes } from '../../contacts/consent/routes.ts';
import { registerErasureRoutes } from '../../contacts/erasure/routes.ts';
import { runErasures } from '../../contacts/erasure/run-erasures.ts';
import { registerExportRoutes } from '../../contacts/export/routes.ts';
import { registerContactFieldRoutes } from '../../contacts/fields/routes.ts';
import { stripFields } from '../../contacts/fields/strip-fields.ts';
import { sweepImports } from '../../contacts/imports/import-worker.ts';
import { registerImportRoutes } from '../../contacts/imports/routes.ts';
import { forgetOldMerges } from '../../contacts/merges/merge-contacts.ts';
import { registerMergeRoutes } from '../../contacts/merges/routes.ts';
import { registerContactRoutes } from '../../contacts/routes.ts';
import { registerSegmentRoutes } from '../../contacts/segments/routes.ts';
import { registerContactSettingsRoutes } from '../../contacts/settings/routes.ts';
import { eraseFiles } from '../../media/erase-files.ts';
import { eraseMessages } from '../../messages/erasure/erase-span.ts';
import { cancelWaitingFor } from '../../messages/opt-outs/cancel-waiting.ts';
import { newUuid } from '../../platform/ids.ts';
import { type Loop, startLoop } from '../../platform/loop.ts';
import { eraseWindows } from '../../windows/keep-windows.ts';
import { type Room, type RoomOptions, runLoops } from './room.ts';

const registerRoutes = (api: FastifyInstance, { parts, config, storage }: RoomOptions): void => {
  const { pool } = storage.database;
  const common = {
    pool,
    settings: parts.contacts.settings,
    companyIdOf: (incoming: Parameters<typeof companyOf>[0]): string => companyOf(incoming).id,
    onOptedOut: (people: Parameters<typeof cancelWaitingFor>[1]) => cancelWaitingFor(pool, people),
    onEmitted: (companyIds: readonly string[]) => parts.webhooks.notice(companyIds),
  };
  registerContactRoutes(api, common);
  registerBulkRoutes(api, common);
  registerConsentRoutes(api, common);
  registerContactFieldRoutes(api, common);
  registerContactSettingsRoutes(api, common);
  registerMergeRoutes(api, common);
  registerSegmentRoutes(api, common);
  registerExportRoutes(api, common);
  registerImportRoutes(api, {
    ...common,
    importBytesMax: config.importBytesMax,
    onQueued: () => parts.contacts.imports.wake(),
  });
  registerErasureRoutes(api, {
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

const startLoops = ({ config, storage, log }: RoomOptions): Loop[] => {
  const { pool } = storage.database;
  const keptDays = Math.max(config.messageRetentionDays, config.requestRetentionDays);
  // Campaigns first: whom they produced for in this moment is found among the messages.
  const erase: Parameters<typeof runErasures>[1] = async (person, fromId, belowId) => {
    const isLatest = belowId > newUuid();
    if (isLatest) {
      await eraseFromLists(pool, person);
      await eraseFiles(pool, person);
      await eraseWindows(pool, person);
    }
    await eraseWaiting(pool, person);
    return await eraseMessages(pool, person, fromId, belowId);
  };
  return [
    startLoop('erasures', stepMilliseconds, log, () => runErasures(pool, erase, keptDays)),
    startLoop('deleted contact fields', stepMilliseconds, log, () => stripFields(pool)),
    startLoop('old imports', sweepMilliseconds, log, () => sweepImports(pool)),
    startLoop('old merges', sweepMilliseconds, log, () => forgetOldMerges(pool)),
  ];
};

export const contactRoom = (options: RoomOptions): Room => {
  const { people, imports } = options.parts.contacts;
  // Only where the role for slow work is on: other processes answer requests.
  const loops = runLoops(() => {
    if (!options.config.roles.includes('campaigns')) return [];
    imports.start();
    return [...startLoops(options), imports];
  });
  return {
    name: 'contacts',
    register: (api) => registerRoutes(api, options),
    start: loops.start,
    async stop(deadline) {
      await deadline.within(people.settle());
      await loops.stop(deadline);
    },
  };
};
