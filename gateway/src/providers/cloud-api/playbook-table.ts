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

/** `rules` are Meta's unless others are given. */
export const playbookTable = (rules: Readonly<Record<string, Rule>> = playbook): string =>
  ['| Code | The message | Why | What to do |', '|---|---|---|---|', ...Object.entries(rules).map(row)].join(
    '\n',
  );
