// The playbook as a table for docs/providers.md.

import { playbook, type Rule, type Verdict } from './playbook.ts';

const verdictWords: Readonly<Record<Verdict, string>> = {
  retry: 'tried again',
  slow_down: 'tried again, the sender slows down',
  wait_for_recipient: 'tried again, this person waits',
  reject: 'failed',
  suspend: 'sender suspended',
};

const row = ([code, { verdict, afterSeconds, cause, action }]: [string, Rule]): string => {
  const later = afterSeconds === undefined ? '' : `, after ${afterSeconds} s`;
  return `| ${code} | ${verdictWords[verdict]}${later} | ${cause} | ${action} |`;
};

export const playbookTable = (): string =>
  [
    '| Code | The message | Why | What to do |',
    '|---|---|---|---|',
    ...Object.entries(playbook).map(row),
  ].join('\n');
