// Two weeks of message counts: a gateway that is a minute old has a chart with one bar. No API writes the past, so the
// counts are put where the gateway keeps them.

import { openEmbeddedPostgres } from '@hudhud/embedded-postgres/open.ts';
import { openDatabase } from '../../../gateway/src/platform/database/database.ts';
import { createLog } from '../../../gateway/src/platform/log.ts';

const days = 13;
/** Busier in the middle of the week. */
const shareOfDay = [0.55, 0.9, 1, 0.95, 0.8, 0.35, 0.45];
const statuses = [
  ['out', 'read', 182],
  ['out', 'delivered', 61],
  ['out', 'sent', 9],
  ['out', 'failed', 7],
  ['in', 'delivered', 38],
] as const;

export async function writePastDays(dataDir: string): Promise<void> {
  const embedded = await openEmbeddedPostgres({ dataDir, holder: 'command', say: () => undefined });
  const connection = { ...embedded.connection, ssl: false };
  const database = openDatabase({ connection, log: createLog('warn'), poolMax: 1, writersMax: 1 });
  try {
    for (let day = 1; day <= days; day += 1) {
      const at = new Date(Date.now() - day * 86_400_000);
      at.setUTCHours(8, 0, 0, 0);
      const share = (shareOfDay[at.getUTCDay()] ?? 1) * (1 - day / 40);
      for (const [direction, status, count] of statuses) {
        await database.pool.query(
          `insert into message_counts (company_id, starts_at, sender_id, direction, type, status, count)
           select id, $1, '00000000-0000-0000-0000-000000000000', $2, 'text', $3, $4 from companies`,
          [at, direction, status, Math.round(count * share)],
        );
      }
    }
  } finally {
    await database.close();
    await embedded.stop();
  }
}
