// Checks a filter against the fields of the company, so that one that can never be right is refused when it is saved and
// not when a campaign starts.

import type { ContactFilter, FieldCondition } from '@hudhud/contract/segments.ts';
import { type AppError, fieldProblem } from '../platform/errors.ts';
import type { FieldDefinition, FieldDefinitions } from './fields/check-values.ts';

const needsNoValue = new Set(['is_set', 'is_not_set']);
const textOnly = new Set(['contains', 'starts_with']);
const ordered = new Set(['greater_than', 'less_than', 'at_least', 'at_most']);

const typeNames: Readonly<Record<FieldDefinition['type'], 'string' | 'number' | 'boolean'>> = {
  text: 'string',
  choice: 'string',
  date: 'string',
  number: 'number',
  boolean: 'boolean',
};

const checkCondition = (condition: FieldCondition, definitions: FieldDefinitions, pointer: string): void => {
  const { name, operator, value, values } = condition;
  const definition = definitions.get(name);
  const bad = (detail: string): AppError => fieldProblem('contact_field_invalid', { pointer }, detail);
  if (!definition) throw bad(`The company has no field "${name}".`);
  if (needsNoValue.has(operator)) return;
  const given = operator === 'one_of' ? (values ?? []) : value === undefined ? [] : [value];
  if (given.length === 0) throw bad(`"${operator}" needs a value.`);
  if (textOnly.has(operator) && !['text', 'choice'].includes(definition.type))
    throw bad(`"${operator}" is for texts; "${name}" is a ${definition.type}.`);
  if (ordered.has(operator) && !['number', 'date'].includes(definition.type))
    throw bad(`"${operator}" is for numbers and dates; "${name}" is a ${definition.type}.`);
  const type = typeNames[definition.type];
  if (given.some((one) => typeof one !== type)) throw bad(`"${name}" is compared with a ${type}.`);
};

const times = ['seen_after', 'seen_before', 'created_after', 'created_before'] as const;

/** The schema lets times pass that exist on no clock; and a time is kept in one form. */
const readTime = (name: (typeof times)[number], text: string): string => {
  const time = Date.parse(text);
  if (!Number.isNaN(time) && time >= 0 && time < Date.UTC(9999, 0)) return new Date(time).toISOString();
  const detail = `"${name}" must be a date and time such as 2026-11-15T09:30:00Z.`;
  throw fieldProblem('invalid_value', { pointer: `/${name}` }, detail);
};

export const checkFilter = (filter: ContactFilter, definitions: FieldDefinitions): ContactFilter => {
  filter.fields?.forEach((condition, index) => {
    checkCondition(condition, definitions, `/fields/${index}`);
  });
  const readTimes = Object.fromEntries(
    times.flatMap((name) => {
      const text = filter[name];
      return text === undefined ? [] : [[name, readTime(name, text)]];
    }),
  );
  return { ...filter, ...readTimes };
};
