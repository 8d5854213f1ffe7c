// An example for any schema: from the schema's own examples where it has them, by the names of its fields otherwise.

import { type JsonSchema, type OpenApiDocument, resolveSchema } from './open-api-document.ts';
import { findHint, sampleTime } from './sample-hints.ts';

type Schemas = OpenApiDocument['components']['schemas'];

/** Where in the document a value stands: in which named schema, and in which field. */
interface Place {
  readonly schemaName: string | null;
  readonly field: string;
  readonly depth: number;
}

/** Schemas may name each other in a ring; an example need not be endless. */
const depthMax = 12;

const fitsType = (schema: JsonSchema, value: unknown): boolean => {
  const types = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type as string | undefined];
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return types.some(
    (type) =>
      type === undefined ||
      type === kind ||
      (kind === 'number' && type === 'integer' && Number.isInteger(value)),
  );
};

/** Whether a hint could stand here; a name may mean a number in one schema and a text in another. */
const fits = (schemas: Schemas, given: JsonSchema, value: unknown): boolean => {
  const { schema } = resolveSchema(schemas, given);
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return choices.some((choice) => fits(schemas, choice, value));
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  if (schema.const !== undefined) return schema.const === value;
  if (
    typeof schema.pattern === 'string' &&
    typeof value === 'string' &&
    !new RegExp(schema.pattern, 'u').test(value)
  )
    return false;
  if (schema.format === 'date-time' && typeof value === 'string') return !Number.isNaN(Date.parse(value));
  if (Array.isArray(value) && schema.items)
    return value.every((item) => fits(schemas, schema.items as JsonSchema, item));
  return fitsType(schema, value);
};

const sampleText = (schema: JsonSchema, field: string): string => {
  if (schema.format === 'date-time') return sampleTime;
  if (schema.format === 'date') return sampleTime.slice(0, 10);
  if (schema.format === 'phone-number' || schema.format === 'recipient-number') return '+966501234567';
  return field === '' ? 'text' : field.replaceAll('_', ' ');
};

const sampleNumber = (schema: JsonSchema): number =>
  Math.max(Number(schema.minimum ?? 1), Number(schema.default ?? 1));

const sampleObject = (schemas: Schemas, schema: JsonSchema, place: Place): unknown => {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const fields = properties.map(([field, property]) => [
    field,
    sampleAt(schemas, property, { ...place, field }),
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
};

const sampleChoice = (schemas: Schemas, choices: readonly JsonSchema[], place: Place): unknown => {
  const typed = choices.find((choice) => choice.type !== 'null') ?? {};
  return sampleAt(schemas, typed, place);
};

const sampleByType = (schemas: Schemas, schema: JsonSchema, place: Place): unknown => {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return sampleObject(schemas, schema, place);
    case 'array': {
      const item = sampleAt(schemas, (schema.items ?? {}) as JsonSchema, place);
      return item === undefined ? [] : [item];
    }
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return schema.default ?? place.field.startsWith('is_');
    case 'null':
      return null;
    case 'string':
      return sampleText(schema, place.field);
    default:
      return {};
  }
};

const sampleAt = (schemas: Schemas, given: JsonSchema, before: Place): unknown => {
  const { name, schema } = resolveSchema(schemas, given);
  const place = {
    schemaName: name ?? before.schemaName,
    field: name === null ? before.field : '',
    depth: before.depth + 1,
  };
  // A field's hint is looked up where the field stands, also when what it holds has a name of its own.
  const hint = before.field === '' ? null : findHint(before.schemaName, before.field);
  if (Array.isArray(schema.examples) && !(hint && hint.value === null)) return schema.examples[0];
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (hint && (hint.value === undefined || fits(schemas, schema, hint.value))) return hint.value;
  if (Array.isArray(schema.enum)) return schema.default ?? schema.enum[0];
  if (place.depth > depthMax) return undefined;
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) return sampleChoice(schemas, choices, place);
  return sampleByType(schemas, schema, place);
};

/** A request that one would really send: its required fields; where none is required, those with examples in the schema. */
export const sampleRequest = (schemas: Schemas, given: JsonSchema): unknown => {
  const { schema } = resolveSchema(schemas, given);
  const [first] = (schema.anyOf ?? []) as JsonSchema[];
  if (first) return sampleRequest(schemas, first);
  const whole = sampleValue(schemas, given);
  if (Array.isArray(schema.examples) || whole === null || typeof whole !== 'object') return whole;
  const required = (schema.required ?? []) as string[];
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const withExamples = Object.keys(properties).filter((field) => Array.isArray(properties[field]?.examples));
  const wanted =
    required.length > 0 ? required : withExamples.length > 0 ? withExamples : Object.keys(whole).slice(0, 1);
  return Object.fromEntries(Object.entries(whole).filter(([field]) => wanted.includes(field)));
};

export const sampleValue = (schemas: Schemas, schema: JsonSchema): unknown =>
  sampleAt(schemas, schema, { schemaName: null, field: '', depth: 0 });
