// A log counted over time. All logs are counted in the same steps; a log says where its rows are and what its failures mean.

import type { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import { firstUuidAt } from './ids.ts';
import {
  type Buckets,
  cutIntoBuckets,
  type ExplainedRow,
  type FailureRow,
  presentLogStatistics,
  readLogSpan,
  type SumRow,
} from './log-statistics.ts';
import type { IdRange } from './paging.ts';

export interface CountedLog {
  /** The oldest row that is counted; null when all of them are. */
  readonly findEdge: (range: Pick<IdRange, 'from' | 'below'>) => Promise<string | null>;
  readonly sum: (buckets: Buckets) => Promise<SumRow[]>;
  readonly groupFailures: (buckets: Buckets) => Promise<FailureRow[]>;
  readonly explain: (row: FailureRow) => ExplainedRow;
}

export const countLog = async (
  query: { since?: string; until?: string },
  log: CountedLog,
): Promise<LogStatistics> => {
  const span = readLogSpan(query, Date.now());
  const range = { from: firstUuidAt(span.since), below: firstUuidAt(span.until) };
  const buckets = cutIntoBuckets(span, await log.findEdge(range));
  const [sums, failures] = await Promise.all([log.sum(buckets), log.groupFailures(buckets)]);
  return presentLogStatistics(buckets, sums, failures.map(log.explain));
};
