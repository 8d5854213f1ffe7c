import { describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '../../gateway/src/open-api/open-api-document.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';

const base = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1.0.0' },
  paths: {
    '/send': {
      post: {
        operationId: 'send',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 200 } }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Send' } } },
        },
        responses: {
          '200': {
            description: 'Sent',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Sent' } } },
          },
          '422': { description: 'Refused' },
        },
      },
    },
    '/old': { get: { operationId: 'old', responses: { '200': { description: 'Old' } } } },
  },
  webhooks: {
    arrived: {
      post: {
        operationId: 'onArrived',
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
            },
          },
        },
        responses: { '200': { description: 'ok' } },
      },
    },
  },
  components: {
    schemas: {
      Send: {
        type: 'object',
        required: ['to'],
        properties: {
          to: { type: 'string', maxLength: 100 },
          kind: { type: 'string', enum: ['text', 'image'] },
          count: { type: 'number' },
          note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        },
      },
      Sent: {
        type: 'object',
        required: ['id', 'list'],
        properties: {
          id: { type: 'string' },
          state: { type: 'string', enum: ['a'] },
          list: { type: 'array', items: { type: 'object', properties: { at: { type: 'string' } } } },
        },
      },
    },
  },
} as unknown as OpenApiDocument;

type Change = (document: object) => void;

/** Where in the document: names with `>` between them, as some of them hold dots and slashes. */
const walk = (document: object, path: string): { place: Record<string, unknown>; last: string } => {
  const names = path.split('>');
  const last = names.pop() ?? '';
  const place = names.reduce(
    (part, name) => part[name] as Record<string, unknown>,
    document as Record<string, unknown>,
  );
  return { place, last };
};

const set =
  (path: string, value: unknown): Change =>
  (document) => {
    const { place, last } = walk(document, path);
    place[last] = value;
  };

const drop =
  (path: string): Change =>
  (document) => {
    const { place, last } = walk(document, path);
    delete place[last];
  };

const push =
  (path: string, value: unknown): Change =>
  (document) => {
    const { place, last } = walk(document, path);
    (place[last] as unknown[]).push(value);
  };

/** The same document after a change that is made to a copy. */
const after = (change: Change): OpenApiDocument => {
  const copy = structuredClone(base);
  change(copy);
  return copy;
};

const send = 'components>schemas>Send';
const sent = 'components>schemas>Sent';
const operation = 'paths>/send>post';
const event = 'webhooks>arrived>post>requestBody>content>application/json>schema';

const schemaOfSend = structuredClone((base.components.schemas as Record<string, object>).Send ?? {});
const narrowed = { ...schemaOfSend, required: ['to', 'kind'] };

describe('changes that break no client', () => {
  test.each<[string, Change]>([
    ['nothing', () => undefined],
    ['a new operation', set('paths>/new', { get: { operationId: 'n', responses: {} } })],
    ['a new optional field of a request', set(`${send}>properties>more`, { type: 'string' })],
    ['a field of a request that need not be given any more', set(`${send}>required`, [])],
    ['a new value of a request', push(`${send}>properties>kind>enum`, 'video')],
    ['a longer text in a request', set(`${send}>properties>to>maxLength`, 200)],
    ['a field of a request that may be null too', set(`${send}>properties>to>type`, ['string', 'null'])],
    ['a new field of an answer', set(`${sent}>properties>more`, { type: 'string' })],
    ['a new value of an answer', push(`${sent}>properties>state>enum`, 'b')],
    ['a new refusal', set(`${operation}>responses>409`, { description: 'Conflict' })],
    ['a refusal less', drop(`${operation}>responses>422`)],
    ['a new optional parameter', push(`${operation}>parameters`, { name: 'x', in: 'query', schema: {} })],
    ['a new event', set('webhooks>left', { post: { responses: {} } })],
    [
      'a file that was the body before and is named now',
      set('paths>/old>get>requestBody', { required: true, content: { 'text/csv': { schema: {} } } }),
    ],
    [
      'more kinds of a request, one of which is the old one',
      set(send, { oneOf: [{ type: 'object', required: ['x'], properties: { x: {} } }, schemaOfSend] }),
    ],
    ['other words', set(`${operation}>summary`, 'In other words')],
  ])('%s', (_name, change) => {
    expect(findBreakingChanges(base, after(change))).toEqual([]);
  });
});

const newParameter = { name: 'x', in: 'query', required: true, schema: {} };

describe('changes that break a client', () => {
  test.each<[string, Change, string]>([
    ['an operation that is gone', drop('paths>/old'), 'GET /old is gone'],
    [
      'a body where there was none',
      set('paths>/old>get>requestBody', { required: true, content: { 'application/json': { schema: {} } } }),
      'GET /old: a body is now required',
    ],
    [
      'a new operationId',
      set(`${operation}>operationId`, 'x'),
      'POST /send: its operationId was send, and is now x',
    ],
    [
      'a parameter that is gone',
      set(`${operation}>parameters`, []),
      'POST /send: parameter query limit is gone',
    ],
    [
      'a new parameter that must be given',
      push(`${operation}>parameters`, newParameter),
      'POST /send: parameter query x is now required',
    ],
    [
      'a lower limit',
      set(`${operation}>parameters>0>schema>maximum`, 100),
      'POST /send: parameter query limit: maximum is tighter than before',
    ],
    [
      'a field of a request that is gone',
      drop(`${send}>properties>kind`),
      'POST /send: body: field kind is gone',
    ],
    [
      'a new field that must be given',
      push(`${send}>required`, 'kind'),
      'POST /send: body: field kind is now required',
    ],
    [
      'more kinds of a request, none of which is the old one',
      set(send, { oneOf: [{ type: 'object', required: ['x'], properties: { x: {} } }, narrowed] }),
      'POST /send: body: field kind is now required',
    ],
    [
      'a value that is gone',
      set(`${send}>properties>kind>enum`, ['text']),
      'POST /send: body.kind: the value image is no longer accepted',
    ],
    [
      'a list of values where anything went',
      set(`${send}>properties>to>enum`, ['a']),
      'POST /send: body.to: only some values are accepted now',
    ],
    [
      'another type',
      set(`${send}>properties>to`, { type: 'integer' }),
      'POST /send: body.to: string is no longer accepted',
    ],
    [
      'whole numbers only',
      set(`${send}>properties>count>type`, 'integer'),
      'POST /send: body.count: number is no longer accepted',
    ],
    [
      'null that is refused',
      set(`${send}>properties>note`, { type: 'string' }),
      'POST /send: body.note: null is no longer accepted',
    ],
    [
      'a shorter text',
      set(`${send}>properties>to>maxLength`, 50),
      'POST /send: body.to: maxLength is tighter than before',
    ],
    ['a status that is gone', drop(`${operation}>responses>200`), 'POST /send: it no longer answers 200'],
    [
      'a field of an answer that is gone',
      drop(`${sent}>properties>state`),
      'POST /send: answer 200: field state is gone',
    ],
    [
      'a field of an answer that may be missing',
      set(`${sent}>required`, ['list']),
      'POST /send: answer 200: field id may now be missing',
    ],
    [
      'a field of an answer that may be null',
      set(`${sent}>properties>id>type`, ['string', 'null']),
      'POST /send: answer 200.id: it may now be null',
    ],
    [
      'a field inside a list',
      set(`${sent}>properties>list>items>properties`, {}),
      'POST /send: answer 200.list[]: field at is gone',
    ],
    ['an event that is gone', drop('webhooks>arrived'), 'event arrived is gone'],
    ['a field of an event that is gone', set(`${event}>properties`, {}), 'event arrived: field id is gone'],
  ])('%s', (_name, change, told) => {
    expect(findBreakingChanges(base, after(change))).toContain(told);
  });
});
