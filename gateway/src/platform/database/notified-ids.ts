// Ids in notifications between processes (NOTIFY): as many in each as PostgreSQL allows.

/** PostgreSQL allows a little less than 8,000 bytes: 200 UUIDs with their spaces, and 600 bytes for other words. */
const idsMax = 200;

/** In their order, each list short enough for one notification. No ids, no list. */
export const splitForNotifications = (ids: readonly string[]): (readonly string[])[] => {
  if (ids.length === 0) return [];
  if (ids.length <= idsMax) return [ids];
  return Array.from({ length: Math.ceil(ids.length / idsMax) }, (_, index) =>
    ids.slice(index * idsMax, (index + 1) * idsMax),
  );
};
