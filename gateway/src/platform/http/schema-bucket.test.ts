import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { createSchemaBucket } from './schema-bucket.ts';

const named = ($id: string) => ({ $id, type: 'string' });

test('all schemas are handed out as one object until another is added', () => {
  const bucket = createSchemaBucket();
  bucket.add(named('One'));
  const before = bucket.getSchemas();
  expect(bucket.getSchemas()).toBe(before);
  bucket.add(named('Two'));
  expect(bucket.getSchemas()).toEqual({ One: named('One'), Two: named('Two') });
  expect(before).toEqual({ One: named('One') });
});

test('a plugin has the schemas of its server, and keeps its own to itself', () => {
  const outer = createSchemaBucket();
  outer.add(named('One'));
  const inner = createSchemaBucket(outer.getSchemas());
  inner.add(named('Two'));
  expect(Object.keys(inner.getSchemas())).toEqual(['One', 'Two']);
  expect(Object.keys(outer.getSchemas())).toEqual(['One']);
});

test('a schema without a name, and a second one of the same name, are refused', () => {
  const bucket = createSchemaBucket();
  bucket.add(named('One'));
  expect(() => bucket.add({ type: 'string' })).toThrow('needs an $id');
  expect(() => bucket.add(named('One'))).toThrow('the schema One was added before');
});

test('Fastify checks a route against a schema that was added', async () => {
  const server = fastify({ schemaController: { bucket: createSchemaBucket } });
  server.addSchema({ $id: 'Size', type: 'object', properties: { size: { type: 'integer' } } });
  await server.register(async (part) => {
    part.post('/', { schema: { body: { $ref: 'Size#' } } }, () => 'ok');
  });
  const status = async (payload: object) =>
    (await server.inject({ method: 'POST', url: '/', payload })).statusCode;
  expect([await status({ size: 3 }), await status({ size: 'three' })]).toEqual([200, 400]);
});
