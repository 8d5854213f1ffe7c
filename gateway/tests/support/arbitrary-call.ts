// Random calls of an operation, made from its schemas: mostly near the truth, so that they get past the first check, and
// sometimes far from it.

import fc from 'fast-check';
import type { Operation, Parameter, Schema } from './openapi.ts';

export interface FuzzedCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

/** Texts that have broken parsers, escapers or databases before. */
const nastyTexts = [
  '',
  ' ',
  '\u0000',
  '\ud83d',
  '\udc00\ud83d',
  '\ufeff',
  '\u202e',
  '🦜',
  'é',
  '\\',
  '"',
  "'; drop table messages; --",
  '{}',
  '{NULL}',
  '%00',
  '%zz',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  '-0',
  '1e309',
  '9007199254740993',
  '2026-12-31T23:59:60Z',
  '2026-01-01T00:00:00+03',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  'x'.repeat(300),
  'x'.repeat(5_000),
];

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(...nastyTexts));

const goodText = (schema: Schema): fc.Arbitrary<string> => {
  if (schema.format === 'phone-number') {
    return fc.constantFrom('+966501234567', '+966 50 123 4567', '+14155552671');
  }
  if (schema.format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  return fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' });
};

/** A value that the schema may well accept. */
const goodValue = (schema: Schema): fc.Arbitrary<unknown> => {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.type === 'object' && schema.properties) return arbitraryObject(schema);
  if (schema.type === 'array' && schema.items)
    return fc.array(goodValue(schema.items as Schema), { minLength: 1, maxLength: 3 });
  if (schema.type === 'number') return fc.double({ min: -90, max: 90, noNaN: true });
  if (schema.type === 'integer') return fc.integer({ min: 1, max: 200 });
  return goodText(schema);
};

/** One hostile thing in about four: more, and hardly a call would get past the first check. */
const mostly = <Value>(good: fc.Arbitrary<Value>, bad: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: bad });

const anyJson = fc.oneof(anyText, fc.jsonValue(), fc.double(), fc.constantFrom(null, true, [], {}));

const arbitraryObject = (schema: Schema): fc.Arbitrary<Record<string, unknown>> => {
  if (Array.isArray(schema.oneOf)) return fc.oneof(...(schema.oneOf as Schema[]).map(arbitraryObject));
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const known = fc.record(
    Object.fromEntries(properties.map(([name, property]) => [name, mostly(goodValue(property), anyJson)])),
    { requiredKeys: [] },
  );
  const complete = fc.record(
    Object.fromEntries(properties.map(([name, property]) => [name, goodValue(property)])),
  );
  const extra = mostly(fc.constant({}), fc.dictionary(anyText, anyJson, { maxKeys: 3 }));
  return fc.tuple(fc.oneof(known, complete), extra).map(([fields, more]) => ({ ...fields, ...more }));
};

const arbitraryBody = (schema: Schema | null): fc.Arbitrary<string | Buffer | undefined> => {
  const none = fc.constant(undefined);
  const raw = fc.oneof(
    anyText,
    anyJson.map((value) => JSON.stringify(value)),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    none,
  );
  if (!schema) return mostly<string | Buffer | undefined>(none, raw);
  return mostly<string | Buffer | undefined>(
    arbitraryObject(schema).map((body) => JSON.stringify(body)),
    raw,
  );
};

/** Percent-encoding of any text, also of one that is not well-formed. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const arbitraryQuery = (parameters: readonly Parameter[]): fc.Arbitrary<string> => {
  const pair = (parameter: Parameter) =>
    mostly(goodValue(parameter.schema), anyText).map((value) => `${parameter.name}=${encode(String(value))}`);
  const known = parameters.map((parameter) => fc.option(pair(parameter), { nil: '' }));
  const stranger = fc.tuple(anyText, anyText).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const rawText = fc.stringMatching(/^[A-Za-z0-9%=&_.+-]{0,40}$/);
  const rest = mostly(fc.constant(''), fc.oneof(stranger, rawText));
  return fc.tuple(...known, rest).map((parts) => parts.filter((part) => part !== '').join('&'));
};

const arbitraryPath = (operation: Operation, knownIds: readonly string[]): fc.Arbitrary<string> => {
  const segment = mostly(
    fc.constantFrom(...knownIds, ...knownIds.map((id) => `${id.slice(0, -1)}0`)),
    anyText.map(encode).filter((text) => text.length > 0 && text.length <= 200 && !/^\.{1,2}$/.test(text)),
  );
  return segment.map((id) => operation.path.replace(/\{\w+\}/, id));
};

const visible = fc.stringMatching(/^[\x21-\x7e]{1,40}$/);

const arbitraryHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'idempotency-key': fc.oneof(
      visible,
      visible.map((key) => `"${key}"`),
      fc.constantFrom('', 'a', '"a"'),
    ),
    prefer: fc.constantFrom('respond-async', 'wait=5', ''),
    'x-request-id': visible,
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'json',
      '',
    ),
    'user-agent': visible,
    'x-hudhud-ticket': visible,
    accept: fc.constantFrom('*/*', 'text/html', 'application/xml'),
  },
  { requiredKeys: [] },
);

export const arbitraryCall = (
  operation: Operation,
  knownIds: readonly string[],
): fc.Arbitrary<FuzzedCall> => {
  const query = arbitraryQuery(operation.parameters.filter((parameter) => parameter.in === 'query'));
  return fc
    .tuple(
      arbitraryPath(operation, knownIds),
      query,
      mostly(fc.constant<Record<string, string>>({}), arbitraryHeaders),
      arbitraryBody(operation.body),
    )
    .map(([path, text, headers, body]) => ({
      path: text === '' ? path : `${path}?${text}`,
      headers,
      // A client of ours sends no body with a GET.
      body: operation.method === 'GET' ? undefined : body,
    }));
};
