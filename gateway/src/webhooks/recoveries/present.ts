// Recovery rows as the outside sees them.

import type { Recovery } from '@hudhud/contract/deliveries.ts';
import { timeOfUuid, toPublicId } from '../../platform/ids.ts';
import type { RecoveryRow } from './queries.ts';

export const presentRecovery = (row: RecoveryRow): Recovery => ({
  id: toPublicId('recovery', row.id),
  webhook_id: toPublicId('endpoint', row.endpoint_id),
  since: timeOfUuid(row.from_id).toISOString(),
  until: timeOfUuid(row.below_id).toISOString(),
  only: row.only_failed ? 'failed' : 'all',
  state: row.finished_at === null ? 'running' : 'done',
  total: row.total,
  put_back: row.put_back,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
