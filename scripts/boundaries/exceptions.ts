// The only place where a house rule may be set aside, each with the reason why. An exception that no finding needs any
// more is itself reported.

import type { Finding } from './finding.ts';

export interface Exception {
  path: string;
  rule: string;
  reason: string;
}

export const exceptions: Exception[] = [];

export function applyExceptions(findings: Finding[], allowed: Exception[]): Finding[] {
  const covers = (exception: Exception, finding: Finding) =>
    exception.path === finding.path && exception.rule === finding.rule;
  const unused = allowed.filter((exception) => !findings.some((finding) => covers(exception, finding)));
  return [
    ...findings.filter((finding) => !allowed.some((exception) => covers(exception, finding))),
    ...unused.map(({ path, rule }) => ({
      path,
      line: 1,
      rule: 'exception',
      advice: `remove the exception for "${rule}" from scripts/boundaries/exceptions.ts; nothing needs it.`,
    })),
  ];
}
