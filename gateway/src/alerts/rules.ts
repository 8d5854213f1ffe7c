// Which alerts are raised and through which channels they are sent: what a company has chosen, and the defaults.

import { type AlertRuleKind, alertRuleKinds, thresholdDefaults } from '@hudhud/contract/alert-kinds.ts';
import type { AlertChannel, AlertRule } from '@hudhud/contract/alerts.ts';

/** As it is stored: what is left out is as it is for everybody. */
export type StoredRules = Partial<Record<AlertRuleKind, Partial<Omit<AlertRule, 'kind'>>>>;

const defaultChannels: readonly AlertChannel[] = ['mail', 'webhook'];

export const ruleOf = (rules: StoredRules, kind: AlertRuleKind): AlertRule => {
  const chosen = rules[kind];
  const bound = thresholdDefaults[kind] ?? null;
  return {
    kind,
    is_on: chosen?.is_on ?? true,
    threshold: bound === null ? null : (chosen?.threshold ?? bound),
    channels: [...(chosen?.channels ?? defaultChannels)],
  };
};

export const listRules = (rules: StoredRules): AlertRule[] =>
  alertRuleKinds.map((kind) => ruleOf(rules, kind));
