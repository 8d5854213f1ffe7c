// The health of senders, put together with the alerts for people: read in rounds, after a test, and from callbacks.

import { raiseAccountAlert } from '../alerts/raise-account-alert.ts';
import { foldCostChanges } from '../costs/fold-costs.ts';
import { createFoldFloor } from '../platform/database/fold-floor.ts';
import type { Log } from '../platform/log.ts';
import { type Loop, startLoop } from '../platform/loop.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { SenderDirectory } from '../senders/directory.ts';
import {
  alertCompany,
  alertRefusedTokens,
  type HealthOptions,
  readStaleHealth,
} from '../senders/health/keep-health.ts';
import type { Storage } from './open-storage.ts';

export interface HealthPartsOptions {
  readonly storage: Storage;
  readonly log: Log;
  readonly http: OutgoingHttp;
  readonly senders: SenderDirectory;
}

export const createHealthOptions = (options: HealthPartsOptions): HealthOptions => {
  const { storage, log, http, senders } = options;
  return { pool: storage.database.pool, http, directory: senders, raiseAlert: raiseAccountAlert, log };
};

/** A sender is read once a day; the round is shorter, for what callbacks say has changed. */
const readMilliseconds = 300_000;
const refusedMilliseconds = 30_000;
const foldMilliseconds = 10_000;

/** Only where messages are sent: health is asked of the providers. */
export const startHealthLoops = (health: HealthOptions): Loop[] => {
  const floor = createFoldFloor();
  return [
    startLoop('sender health', readMilliseconds, health.log, () => readStaleHealth(health)),
    startLoop('costs', foldMilliseconds, health.log, () =>
      foldCostChanges(health.pool, (companyId, alert) => alertCompany(health, companyId, alert), floor),
    ),
    startLoop('refused tokens', refusedMilliseconds, health.log, () => alertRefusedTokens(health)),
  ];
};
