// A filter as the builder shows it: a list of conditions, all of which must hold. Half-filled ones are left out.

import type { ContactField } from '@hudhud/contract/contacts.ts';
import type { ConsentName, ContactFilter, FieldCondition, FieldOperator } from '@hudhud/contract/segments.ts';
import { fromZonedInput, toZonedInput } from '../../../parts/time/zoned-input.ts';
import { typedValue } from '../contact-values.ts';

const tagKinds = ['tags_any', 'tags_all', 'tags_none'] as const;
const choiceKinds = ['consent', 'languages', 'store_ids'] as const;
const dayKinds = ['seen_within_days', 'not_seen_within_days'] as const;
const timeKinds = ['seen_after', 'seen_before', 'created_after', 'created_before'] as const;

type TagKind = (typeof tagKinds)[number];
type ChoiceKind = (typeof choiceKinds)[number];
type DayKind = (typeof dayKinds)[number];
type TimeKind = (typeof timeKinds)[number];

/** Values as their inputs hold them. A time is one of the clocks where the company is. */
export type Condition =
  | { readonly kind: TagKind; readonly values: readonly string[] }
  | { readonly kind: ChoiceKind; readonly values: readonly string[] }
  | { readonly kind: 'search'; readonly text: string }
  | { readonly kind: DayKind; readonly days: string }
  | { readonly kind: TimeKind; readonly at: string }
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly operator: FieldOperator;
      readonly value: string;
      readonly values: readonly string[];
    };
export type ConditionKind = Condition['kind'];

export const conditionKinds: readonly ConditionKind[] = [
  'tags_any',
  'tags_all',
  'tags_none',
  'consent',
  'field',
  'seen_within_days',
  'not_seen_within_days',
  'seen_after',
  'seen_before',
  'created_after',
  'created_before',
  'languages',
  'store_ids',
  'search',
];

const isOneOf = <Kind extends string>(kinds: readonly Kind[], kind: string): kind is Kind =>
  kinds.some((one) => one === kind);

export function emptyCondition(kind: ConditionKind): Condition {
  if (isOneOf(tagKinds, kind)) return { kind, values: [] };
  if (isOneOf(choiceKinds, kind)) return { kind, values: [] };
  if (isOneOf(dayKinds, kind)) return { kind, days: '30' };
  if (isOneOf(timeKinds, kind)) return { kind, at: '' };
  if (kind === 'search') return { kind, text: '' };
  return { kind: 'field', name: '', operator: 'equals', value: '', values: [] };
}

export const needsNoValue = (operator: FieldOperator): boolean =>
  operator === 'is_set' || operator === 'is_not_set';

const operatorsOfType: Record<ContactField['type'], readonly FieldOperator[]> = {
  text: ['equals', 'not_equals', 'contains', 'starts_with', 'one_of', 'is_set', 'is_not_set'],
  choice: ['equals', 'not_equals', 'one_of', 'is_set', 'is_not_set'],
  number: [
    'equals',
    'not_equals',
    'greater_than',
    'at_least',
    'less_than',
    'at_most',
    'is_set',
    'is_not_set',
  ],
  date: ['equals', 'not_equals', 'greater_than', 'at_least', 'less_than', 'at_most', 'is_set', 'is_not_set'],
  boolean: ['equals', 'is_set', 'is_not_set'],
};

export const operatorsOf = (field: ContactField | undefined): readonly FieldOperator[] =>
  operatorsOfType[field?.type ?? 'text'];

function toFieldCondition(
  condition: Extract<Condition, { kind: 'field' }>,
  fields: readonly ContactField[],
): FieldCondition | null {
  const { name, operator } = condition;
  const field = fields.find((one) => one.name === name);
  if (!field) return null;
  if (needsNoValue(operator)) return { name, operator };
  if (operator === 'one_of') {
    const values = condition.values.flatMap((text) => typedValue(field.type, text) ?? []);
    return values.length === 0 ? null : { name, operator, values };
  }
  const value = typedValue(field.type, condition.value);
  return value === null ? null : { name, operator, value };
}

const daysOf = (text: string): number | null => {
  const days = Number(text);
  return Number.isInteger(days) && days >= 1 && days <= 3_650 ? days : null;
};

interface Surroundings {
  readonly fields: readonly ContactField[];
  readonly timeZone: string;
}

/** The part of the filter that one condition adds; null while it is not filled in. */
function partOf(condition: Condition, { timeZone }: Surroundings): ContactFilter | null {
  switch (condition.kind) {
    case 'consent':
      return condition.values.length === 0 ? null : { consent: condition.values as ConsentName[] };
    case 'search':
      return condition.text.trim() === '' ? null : { search: condition.text.trim() };
    case 'seen_within_days':
    case 'not_seen_within_days': {
      const days = daysOf(condition.days);
      return days === null ? null : { [condition.kind]: days };
    }
    case 'seen_after':
    case 'seen_before':
    case 'created_after':
    case 'created_before': {
      const at = fromZonedInput(condition.at, timeZone);
      return at === undefined ? null : { [condition.kind]: at };
    }
    case 'field':
      return null;
    default:
      return condition.values.length === 0 ? null : { [condition.kind]: [...condition.values] };
  }
}

export function toFilter(conditions: readonly Condition[], around: Surroundings): ContactFilter {
  const fields = conditions.flatMap((condition) =>
    condition.kind === 'field' ? (toFieldCondition(condition, around.fields) ?? []) : [],
  );
  const parts = conditions.map((condition) => partOf(condition, around) ?? {});
  return Object.assign({}, ...parts, fields.length > 0 ? { fields } : {}) as ContactFilter;
}

/** Whether a condition says something; one that does not would silently mean everybody. */
export const isFilled = (condition: Condition, around: Surroundings): boolean =>
  condition.kind === 'field'
    ? toFieldCondition(condition, around.fields) !== null
    : partOf(condition, around) !== null;

const fromField = ({ name, operator, value, values }: FieldCondition): Condition => ({
  kind: 'field',
  name,
  operator,
  value: value === undefined ? '' : String(value),
  values: (values ?? []).map(String),
});

export function toConditions(filter: ContactFilter, timeZone: string): Condition[] {
  return conditionKinds.flatMap((kind): Condition[] => {
    if (kind === 'field') return (filter.fields ?? []).map(fromField);
    const value = filter[kind];
    if (value === undefined) return [];
    if (isOneOf(tagKinds, kind)) return [{ kind, values: value as string[] }];
    if (isOneOf(choiceKinds, kind)) return [{ kind, values: value as string[] }];
    if (isOneOf(dayKinds, kind)) return [{ kind, days: String(value) }];
    if (isOneOf(timeKinds, kind)) return [{ kind, at: toZonedInput(String(value), timeZone) }];
    return [{ kind: 'search', text: String(value) }];
  });
}
