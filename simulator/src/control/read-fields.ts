// Reads the body or query of a control request against a list of fields. A missing, wrong or unknown field is refused
// by name, so a typo never passes in silence. Names on the wire are snake_case, names in the result camelCase.
import { toCamelCase, toSnakeCase } from './snake-case.ts';

export interface FieldTypes {
  string: string;
  number: number;
  boolean: boolean;
  strings: string[];
  object: Record<string, unknown>;
  'string|null': string | null;
  any: unknown;
}

type Rule = keyof FieldTypes | `${keyof FieldTypes}?`;
type Required<S> = { [K in keyof S as S[K] extends keyof FieldTypes ? K : never]: TypeOf<S[K]> };
type Optional<S> = { [K in keyof S as S[K] extends keyof FieldTypes ? never : K]?: TypeOf<S[K]> };
type TypeOf<R> = R extends keyof FieldTypes
  ? FieldTypes[R]
  : R extends `${infer T extends keyof FieldTypes}?`
    ? FieldTypes[T]
    : never;

export type Fields<S> = Required<S> & Optional<S>;

/** A control request that cannot be carried out; the handler of the control API writes it. */
export class ControlFailure extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/** The rules are written in camelCase: `{ phoneNumberId: 'string', count: 'number?' }`. */
export function readFields<const S extends Record<string, Rule>>(input: unknown, rules: S): Fields<S> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new ControlFailure(400, 'body_invalid', 'The body must be a JSON object.');
  }
  const fields: Record<string, unknown> = {};
  for (const [wireName, value] of Object.entries(input)) {
    const name = toCamelCase(wireName);
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) throw unknownField(wireName, Object.keys(rules));
    if (value === undefined) continue;
    fields[name] = readValue(value, wireName, rule.replace('?', '') as keyof FieldTypes);
  }
  for (const [name, rule] of Object.entries(rules)) {
    if (rule.endsWith('?') || fields[name] !== undefined) continue;
    throw new ControlFailure(400, 'field_missing', `${toSnakeCase(name)} is missing.`);
  }
  return fields as Fields<S>;
}

function unknownField(name: string, known: string[]): ControlFailure {
  const list = known.map(toSnakeCase).join(', ');
  return new ControlFailure(400, 'field_unknown', `${name} is not a field here; known: ${list}.`);
}

function readValue(value: unknown, name: string, type: keyof FieldTypes): unknown {
  // Query parameters are texts; a number or a boolean in one is meant as such.
  if (type === 'number' && typeof value === 'string' && value.trim() !== '') {
    return readValue(Number(value), name, type);
  }
  if (isOfType(value, type)) return value;
  throw new ControlFailure(400, 'field_invalid', `${name} must be ${type.replace('|', ' or ')}.`);
}

function isOfType(value: unknown, type: keyof FieldTypes): boolean {
  switch (type) {
    case 'any':
      return true;
    case 'string|null':
      return value === null || typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && value >= 0;
    case 'strings':
      return Array.isArray(value) && value.every((member) => typeof member === 'string');
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}
