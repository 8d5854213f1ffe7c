// What PostgreSQL says of a plan that it has run: `explain (analyze, format json)`.

export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly Plan[];
}

/** Its only row. */
export interface ExplainedRow {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Plan }];
}

export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Rows of a table that were read, over all its partitions, whether or not they were wanted. */
export const rowsOf = (nodes: readonly Plan[], table: string): number =>
  nodes
    .filter((node) => node['Relation Name']?.startsWith(`${table}_`) && node['Node Type'].includes('Scan'))
    .reduce((sum, node) => {
      const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
      return sum + rows * (node['Actual Loops'] ?? 1);
    }, 0);
