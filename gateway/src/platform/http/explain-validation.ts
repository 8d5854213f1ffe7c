// Says in plain words what a schema found wrong: a stable code, a pointer, what was expected, and for a misspelt field
// the nearest known one.

import type { ErrorCode } from '@hudhud/contract/errors.ts';
import type { FieldError } from '@hudhud/contract/problem.ts';
import type { ErrorObject } from 'ajv';
import { AppError } from '../errors.ts';

/** A longer list would not help the caller, and a hostile body could cause thousands. */
const errorsMax = 20;

const generalCodes: Readonly<Record<string, ErrorCode>> = {
  required: 'missing_field',
  additionalProperties: 'unknown_field',
  type: 'wrong_type',
};

interface KnownElsewhere {
  readonly code: ErrorCode;
  readonly detail: string;
}

/** The schema's explanation of a field, or of a kind of body, that is known but does not belong here. */
const knownElsewhere = ({ keyword, params, parentSchema }: ErrorObject): KnownElsewhere | undefined => {
  const known = (parentSchema as { 'x-known-elsewhere'?: Record<string, KnownElsewhere> } | undefined)?.[
    'x-known-elsewhere'
  ];
  const name: unknown = keyword === 'discriminator' ? params.tagValue : params.additionalProperty;
  return known && typeof name === 'string' && Object.hasOwn(known, name) ? known[name] : undefined;
};

const codeOf = (error: ErrorObject): ErrorCode => {
  const known = knownElsewhere(error);
  if (known) return known.code;
  const ownCodes = (error.parentSchema as { 'x-error-codes'?: Record<string, ErrorCode> } | undefined)?.[
    'x-error-codes'
  ];
  return ownCodes?.[error.keyword] ?? generalCodes[error.keyword] ?? 'invalid_value';
};

const typeName = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return { string: 'a string', number: 'a number', boolean: 'a boolean', object: 'an object' }[
    typeof value as 'string'
  ];
};

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** Levenshtein distance; the inputs are field names, so a few dozen characters at the most. */
export const editDistance = (one: string, two: string): number => {
  let previous = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= two.length; column += 1) {
      const replace = (previous[column - 1] ?? 0) + (one[row - 1] === two[column - 1] ? 0 : 1);
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, replace));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
};

export const nearestName = (name: string, known: readonly string[]): string | null => {
  if (name.length > 64) return null;
  let best: { name: string; distance: number } | null = null;
  for (const candidate of known) {
    // Names of so different a length are never near, and comparing them is the dear part.
    if (Math.abs(candidate.length - name.length) > Math.max(1, candidate.length / 2)) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (!best || distance < best.distance) best = { name: candidate, distance };
  }
  return best && best.distance <= Math.max(1, Math.floor(best.name.length / 2)) ? best.name : null;
};

const shown = (name: string): string => JSON.stringify(name.length > 64 ? `${name.slice(0, 61)}...` : name);

/** The kinds that a body may be of, by the values of the field that tells them apart. */
const tagsOf = ({ parentSchema, params }: ErrorObject): string => {
  const { oneOf = [] } = parentSchema as { oneOf?: { properties: Record<string, { const?: unknown }> }[] };
  return oneOf.map(({ properties }) => String(properties[params.tag]?.const)).join(', ');
};

/** As the schema counts them: an emoji is one character. */
const sizeOf = (data: unknown): number => {
  if (typeof data !== 'string') return 0;
  // Half of a pair counts with the other half. Spreading a text of a megabyte into a list took 25 ms.
  let size = data.length;
  for (let index = 0; index < data.length; index += 1) {
    if ((data.charCodeAt(index) & 0xfc00) === 0xd800) size -= 1;
  }
  return size;
};

const detailOf = (error: ErrorObject, field: string): string => {
  const known = knownElsewhere(error);
  if (known) return known.detail;
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'required':
      return `${shown(String(params.missingProperty))} is required.`;
    case 'additionalProperties': {
      const known = Object.keys(
        (error.parentSchema as { properties?: object } | undefined)?.properties ?? {},
      );
      const name = String(params.additionalProperty);
      const near = nearestName(name, known);
      const hint = near ? ` Did you mean ${shown(near)}?` : '';
      return `${shown(name)} is not a field of this request.${hint} Known fields: ${known.join(', ')}.`;
    }
    case 'type':
      return `${field} must be ${withArticle(String(params.type))}, not ${typeName(error.data)}.`;
    case 'enum':
      return `${field} must be one of: ${(params.allowedValues as unknown[]).join(', ')}.`;
    case 'minLength':
      return `${field} must not be empty.`;
    case 'maxLength':
      return `${field} has ${sizeOf(error.data)} characters; at most ${params.limit} are allowed.`;
    case 'minItems':
      return `${field} has ${(error.data as unknown[]).length} entries; at least ${params.limit} must be there.`;
    case 'maxItems':
      return `${field} has ${(error.data as unknown[]).length} entries; at most ${params.limit} are allowed.`;
    case 'discriminator':
      return `${field} must be one of: ${tagsOf(error)}.`;
    case 'minimum':
      return `${field} must be at least ${params.limit}.`;
    case 'maximum':
      return `${field} must be at most ${params.limit}.`;
    default:
      return detailOfText(error, field);
  }
};

const detailOfText = (error: ErrorObject, field: string): string => {
  const code = codeOf(error);
  if (code === 'invalid_phone_number') {
    return `${field} must be a possible phone number in international format with a leading plus sign, such as +966501234567.`;
  }
  if (code === 'text_empty') return `${field} must hold more than white space.`;
  if (code === 'invalid_characters') return `${field} holds a NUL character.`;
  if (code === 'invalid_id') return `${field} is not an id of the kind expected here.`;
  const format = (error.params as { format?: string }).format;
  if (format === 'date-time') return `${field} must be a date and time such as 2026-11-15T09:30:00Z.`;
  return `${field} ${error.message ?? 'is not allowed'}.`;
};

const pointerOf = (error: ErrorObject): string => {
  const { missingProperty, additionalProperty, tag } = error.params as Record<string, string | undefined>;
  const last = missingProperty ?? additionalProperty ?? (error.keyword === 'discriminator' ? tag : undefined);
  if (last === undefined) return error.instancePath;
  return `${error.instancePath}/${last.replaceAll('~', '~0').replaceAll('/', '~1')}`;
};

/** In a query string a raw plus sign means a space, which is how most phone numbers there get lost. */
const queryHint = (code: ErrorCode, part: string): string =>
  code === 'invalid_phone_number' && part !== 'body' ? ' In an address write the plus sign as %2B.' : '';

const toFieldError = (error: ErrorObject, part: string): FieldError => {
  const pointer = pointerOf(error);
  const name = pointer.split('/').at(-1) ?? '';
  const field = name === '' ? 'The body' : shown(name);
  const place = part === 'body' ? { pointer } : { parameter: name };
  const code = codeOf(error);
  return { code, detail: `${detailOf(error, field)}${queryHint(code, part)}`, ...place };
};

/**
 * A value of another type is never one of the allowed ones either; the type says more. An object in a form that is known and
 * not accepted here lacks what this form needs; that it is not accepted says more.
 */
const withoutEchoes = (found: readonly ErrorObject[]): readonly ErrorObject[] => {
  const mistyped = new Set(
    found.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  const untaken = new Set(
    found
      .filter((error) => (knownElsewhere(error)?.code ?? 'unknown_field') !== 'unknown_field')
      .map(({ instancePath }) => instancePath),
  );
  return found.filter(({ keyword, instancePath, params }) => {
    // "if" only says that its "then" did not hold, which has said so itself.
    if (keyword === 'if') return false;
    if (keyword === 'required') return !untaken.has(instancePath);
    if (keyword === 'discriminator') return !mistyped.has(`${instancePath}/${params.tag}`);
    return keyword !== 'enum' || !mistyped.has(instancePath);
  });
};

/** Empty and white-space-only text break two rules of one field; a person needs to read of it once. */
const oncePerField = (errors: readonly FieldError[]): FieldError[] => {
  const seen = new Set<string>();
  return errors.filter((error) => {
    const key = `${error.code} ${error.pointer ?? error.parameter}`;
    return seen.size !== seen.add(key).size;
  });
};

/** One error for all that is wrong. Its code is that of the first field error, so a single mistake has a single code. */
export const explainValidation = (found: readonly ErrorObject[], part: string): AppError => {
  const kept = withoutEchoes(found.slice(0, errorsMax));
  const errors = oncePerField(kept.map((error) => toFieldError(error, part)));
  const first = errors[0];
  if (!first) return new AppError('invalid_value');
  const body = found[0];
  // Fastify hands a missing body to the schema as null.
  if (part === 'body' && body?.instancePath === '' && body.keyword === 'type' && body.data === null) {
    return new AppError('invalid_json', { detail: 'The body is missing or null; it must be a JSON object.' });
  }
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : '';
  return new AppError(first.code, { detail: `${first.detail}${more}`, errors });
};
