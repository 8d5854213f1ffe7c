// Statistics and campaigns, put together: their routes, and the work that goes on beside the requests.

import { ContactFilter } from '@hudhud/contract/segments.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { type CampaignEngine, createCampaignEngine } from '../campaigns/engine.ts';
import { foldCampaignCounts } from '../campaigns/numbers/fold-counts.ts';
import { sweepCampaigns } from '../campaigns/retention/sweep-campaigns.ts';
import { registerCampaignRoutes } from '../campaigns/routes.ts';
import { companyOf } from '../companies/company-of.ts';
import type { Config } from '../config/config.ts';
import { loadCompanyFacts } from '../contacts/company-facts.ts';
import { createSettingsDirectory } from '../contacts/settings/directory.ts';
import { createFoldFloor } from '../platform/database/fold-floor.ts';
import type { Log } from '../platform/log.ts';
import { type Loop, startLoop } from '../platform/loop.ts';
import { foldCounts, removeEmptyCounts } from '../statistics/fold-counts.ts';
import { registerStatisticsRoutes } from '../statistics/routes.ts';
import type { Parts } from './build-parts.ts';
import type { Store } from './open-store.ts';

const foldMilliseconds = 1_000;
const sweepMilliseconds = 600_000;
const emptyMilliseconds = 3_600_000;

export interface WithCampaigns {
  readonly campaigns: CampaignEngine;
}

interface CampaignSurroundings {
  readonly config: Config;
  readonly store: Store;
  readonly log: Log;
}

export const addCampaigns = <Known extends Parts>(
  parts: Known,
  { config, store, log }: CampaignSurroundings,
): Known & WithCampaigns => ({
  ...parts,
  campaigns: createCampaignEngine({
    pool: store.database.pool,
    writers: store.database.writers,
    companies: parts.directory,
    senders: parts.senders,
    lease: parts.lease,
    maxAgeHours: config.messageMaxAgeHours,
    pokeLanes: (lanes) => parts.dispatcher.poke(lanes),
    onTold: (companyIds) => parts.webhooks.notice(companyIds),
    log,
  }),
});

export const registerCampaignParts = (
  server: FastifyInstance,
  options: Parts & WithCampaigns & CampaignSurroundings,
): void => {
  const { pool } = options.store.database;
  const settings = createSettingsDirectory(pool);
  registerStatisticsRoutes(server, { pool, companyOf });
  if (server.getSchema('ContactFilter') === undefined) server.addSchema(ContactFilter);
  registerCampaignRoutes(server, {
    pool,
    senders: options.senders,
    maxAgeHours: options.config.messageMaxAgeHours,
    factsOf: (companyId) => loadCompanyFacts(pool, settings, companyId),
    wake: () => options.campaigns.wake(),
    pokeLanes: (lanes) => options.dispatcher.poke(lanes),
    onTold: (companyIds) => options.webhooks.notice(companyIds),
    companyOf,
  });
};

export const startCampaignWork = (
  pool: pg.Pool,
  config: Pick<Config, 'messageRetentionDays'>,
  log: Log,
): Loop[] => {
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
