// From a rule of the playbook to the verdict for the core: on an answer, and on a status that comes later.

import type { StatusVerdict } from '../callback.ts';
import type { Failure, SendOutcome } from '../provider.ts';
import type { Rule } from './playbook.ts';

type Scope = Extract<StatusVerdict, { kind: 'retry' }>['scope'];

const scopes: Readonly<Partial<Record<Rule['verdict'], Scope>>> = {
  retry: 'message',
  slow_down: 'sender',
  wait_for_recipient: 'recipient',
};

/** `askedSeconds`: the wait that the answer itself asked for. */
export const toOutcome = (rule: Rule, failure: Failure, askedSeconds: number | null): SendOutcome => {
  const scope = scopes[rule.verdict];
  if (scope) {
    return { kind: 'retry', scope, afterSeconds: askedSeconds ?? rule.afterSeconds ?? null, failure };
  }
  return { kind: rule.verdict === 'suspend' ? 'suspended' : 'rejected', failure };
};

export const toStatusVerdict = (rule: Rule): StatusVerdict => {
  const scope = scopes[rule.verdict];
  if (scope) return { kind: 'retry', scope, afterSeconds: rule.afterSeconds ?? null };
  if (rule.verdict === 'suspend') return { kind: 'suspended' };
  return { kind: rule.isOptOut ? 'opted_out' : 'rejected' };
};
