// Statistics and campaigns: their routes, and the work that goes on beside the requests.

import { TemplateRequest } from '@hudhud/contract/content.ts';
import { ContactFilter } from '@hudhud/contract/segments.ts';
import type { FastifyInstance } from 'fastify';
import { foldCampaignCounts } from '../../campaigns/numbers/fold-counts.ts';
import { sweepCampaigns } from '../../campaigns/retention/sweep-campaigns.ts';
import { registerCampaignRoutes } from '../../campaigns/routes.ts';
import { companyOf } from '../../companies/company-of.ts';
import { loadCompanyFacts } from '../../contacts/company-facts.ts';
import { createSettingsDirectory } from '../../contacts/settings/directory.ts';
import { createFoldFloor } from '../../platform/database/fold-floor.ts';
import { type Loop, startLoop } from '../../platform/loop.ts';
import { foldCounts, removeEmptyCounts } from '../../statistics/fold-counts.ts';
import { registerStatisticsRoutes } from '../../statistics/routes.ts';
import { type Room, type RoomOptions, runLoops } from './room.ts';

/** Reading adds what is not folded yet, so this only decides how much that may be. */
const foldMilliseconds = 5_000;
const sweepMilliseconds = 600_000;
const emptyMilliseconds = 3_600_000;

const registerRoutes = (api: FastifyInstance, { parts, config, storage }: RoomOptions): void => {
  const { pool } = storage.database;
  const settings = createSettingsDirectory(pool);
  registerStatisticsRoutes(api, { pool, companyOf });
  if (api.getSchema('TemplateRequest') === undefined) api.addSchema(TemplateRequest);
  if (api.getSchema('ContactFilter') === undefined) api.addSchema(ContactFilter);
  registerCampaignRoutes(api, {
    pool,
    senders: parts.senders,
    templates: parts.templates.directory,
    maxAgeHours: config.messageMaxAgeHours,
    factsOf: (companyId) => loadCompanyFacts(pool, settings, companyId),
    resolveFiles: parts.accept.resolveFiles,
    wake: () => parts.campaigns.wake(),
    pokeLanes: (lanes) => parts.dispatcher.poke(lanes),
    onEmitted: (companyIds) => parts.webhooks.notice(companyIds),
    companyOf,
  });
};

const startLoops = ({ config, storage, log }: RoomOptions): Loop[] => {
  const { pool } = storage.database;
  const [messageFloor, campaignFloor] = [createFoldFloor(), createFoldFloor()];
  return [
    startLoop('message counts', foldMilliseconds, log, () => foldCounts(pool, messageFloor)),
    startLoop('campaign counts', foldMilliseconds, log, () => foldCampaignCounts(pool, campaignFloor)),
    startLoop('empty counts', emptyMilliseconds, log, () => removeEmptyCounts(pool)),
    startLoop('old campaigns', sweepMilliseconds, log, () =>
      sweepCampaigns(pool, { retentionDays: config.messageRetentionDays }),
    ),
  ];
};

export const campaignRoom = (options: RoomOptions): Room => {
  const { campaigns } = options.parts;
  const loops = runLoops(() => startLoops(options));
  return {
    name: 'campaigns and statistics',
    register: (api) => registerRoutes(api, options),
    start() {
      if (options.config.roles.includes('campaigns')) campaigns.start();
      return loops.start();
    },
    async stop(deadline) {
      await deadline.within(campaigns.stop());
      await loops.stop(deadline);
    },
  };
};
