// The lanes of this process, by endpoint and by company.

import type { DeliveryLane } from './lane.ts';

export interface LaneMap {
  readonly lanes: ReadonlyMap<string, DeliveryLane>;
  add(lane: DeliveryLane): void;
  /** Closes it. */
  remove(endpointId: string): void;
  clear(): void;
  lanesOf(companyId: string): Iterable<DeliveryLane>;
  hasLanes(companyId: string): boolean;
}

export const createLaneMap = (): LaneMap => {
  const lanes = new Map<string, DeliveryLane>();
  const byCompany = new Map<string, Set<DeliveryLane>>();

  const remove = (endpointId: string): void => {
    const lane = lanes.get(endpointId);
    if (!lane) return;
    lane.close();
    lanes.delete(endpointId);
    const { companyId } = lane.endpoint;
    const group = byCompany.get(companyId);
    group?.delete(lane);
    if (group?.size === 0) byCompany.delete(companyId);
  };

  return {
    lanes,
    add(lane) {
      const { companyId, id } = lane.endpoint;
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
