// Runs the campaigns of this process, in rounds. A campaign belongs to one living process at a time, by the
// same lease as the lanes; every write names it.

import type { Log } from '../platform/log.ts';
import { type Loop, startLoop } from '../platform/loop.ts';
import type { ProcessLease } from '../processes/process-lease.ts';
import { keyOf } from './campaign-row.ts';
import { type Care, lookAfter } from './look-after.ts';
import type { Tempo } from './produce/produce-messages.ts';
import { type ActiveCampaign, claimCampaign, freeCampaigns, listActive } from './queries.ts';

export interface EngineOptions extends Omit<Care, 'epoch' | 'tempo' | 'mayContinue' | 'wake'> {
  readonly lease: ProcessLease;
  readonly log: Log;
}

export interface CampaignEngine {
  start(): void;
  /** Something has changed: looks at once. */
  wake(): void;
  stop(): Promise<void>;
}

const roundMilliseconds = 500;
/** While none is active. The route that starts a campaign wakes the engine of its own process. */
const idleMilliseconds = 2_000;

export const createCampaignEngine = (options: EngineOptions): CampaignEngine => {
  const { pool, log, lease } = options;
  const tempos = new Map<string, Tempo>();
  /** Campaigns being worked on right now. A round does not wait for them: freezing a million people takes its time. */
  const underWay = new Map<string, Promise<void>>();
  let loop: Loop | null = null;
  let isStopping = false;
  let hasActive = false;

  const isOurs = async (row: ActiveCampaign, epoch: string): Promise<boolean> => {
    if (row.is_owner_alive) return row.owner_epoch === epoch;
    return await claimCampaign(pool, keyOf(row), epoch);
  };

  const work = async (row: ActiveCampaign, epoch: string): Promise<void> => {
    const mayContinue = (): boolean => !isStopping && lease.current?.epoch === epoch;
    if (!(await isOurs(row, epoch)) || !mayContinue()) return;
    const tempo = tempos.get(row.id) ?? { producedAt: performance.now() };
    tempos.set(row.id, tempo);
    await lookAfter({ ...options, epoch, tempo, mayContinue, wake }, row);
  };

  const take = (row: ActiveCampaign, epoch: string): void => {
    if (underWay.has(row.id)) return;
    const taken = work(row, epoch)
      .catch((error: unknown) =>
        log.warn({ err: error, campaign: row.id }, 'a campaign could not be continued'),
      )
      .finally(() => underWay.delete(row.id));
    underWay.set(row.id, taken);
  };

  const round = async (): Promise<void> => {
    const epoch = lease.current?.epoch;
    if (isStopping || epoch === undefined) return;
    const active = await listActive(pool);
    hasActive = active.length > 0;
    const ids = new Set(active.map(({ id }) => id));
    for (const id of tempos.keys()) if (!ids.has(id)) tempos.delete(id);
    for (const row of active) take(row, epoch);
  };

  const wake = (): void => loop?.wake();

  return {
    start() {
      const pause = (): number => (hasActive ? roundMilliseconds : idleMilliseconds);
      loop = startLoop('campaigns', pause, log, round);
    },
    wake,
    async stop() {
      isStopping = true;
      await loop?.stop();
      await Promise.all(underWay.values());
      const epoch = lease.current?.epoch;
      if (loop !== null && epoch !== undefined) await freeCampaigns(pool, epoch);
    },
  };
};
