// The lanes of this process, by webhook and by company.

import type { DeliveryLane } from './lane.ts';

export interface LaneMap {
  readonly lanes: ReadonlyMap<string, DeliveryLane>;
  add(lane: DeliveryLane): void;
  /** Closes it. */
  remove(webhookId: string): void;
  clear(): void;
  lanesOf(companyId: string): Iterable<DeliveryLane>;
  hasLanes(companyId: string): boolean;
}

export const createLaneMap = (): LaneMap => {
  const lanes = new Map<string, DeliveryLane>();
  const byCompany = new Map<string, Set<DeliveryLane>>();

  const remove = (webhookId: string): void => {
    const lane = lanes.get(webhookId);
    if (!lane) return;
    lane.close();
    lanes.delete(webhookId);
    const { companyId } = lane.webhook;
    const group = byCompany.get(companyId);
    group?.delete(lane);
    if (group?.size === 0) byCompany.delete(companyId);
  };

  return {
    lanes,
    add(lane) {
      const { companyId, id } = lane.webhook;
      lanes.set(id, lane);
      const group = byCompany.get(companyId) ?? new Set();
      byCompany.set(companyId, group.add(lane));
    },
    remove,
    clear() {
      for (const id of [...lanes.keys()]) remove(id);
    },
    lanesOf: (companyId) => byCompany.get(companyId) ?? [],
    hasLanes: (companyId) => byCompany.has(companyId),
  };
};
