// Settings as they come over the control API, checked against the defaults: same names, same types.
import { type BehaviourSettings, defaultSettings, isBehaviourSetting, type Settings } from '../settings.ts';
import { type FieldTypes, readFields } from './read-fields.ts';

const rules: Record<string, `${keyof FieldTypes}?`> = Object.fromEntries(
  Object.entries(defaultSettings).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? 'boolean?' : 'number?',
  ]),
);

const behaviourRules = Object.fromEntries(Object.entries(rules).filter(([name]) => isBehaviourSetting(name)));

export function readSettings(input: unknown): Partial<Settings> {
  return readFields(input, rules) as Partial<Settings>;
}

/** Settings of one phone number: behaviour only. */
export function readOwnSettings(input: unknown): Partial<BehaviourSettings> {
  return readFields(input, behaviourRules) as Partial<BehaviourSettings>;
}
