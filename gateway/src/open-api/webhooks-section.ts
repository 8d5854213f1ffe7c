// The `webhooks` part of the document: one entry per event that this gateway sends to a customer's webhook.

import { eventExamples } from '@hudhud/contract/event-examples.ts';
import { type EventType, eventSchemas, eventTypes } from '@hudhud/contract/events.ts';
import {
  type JsonSchema,
  type MediaType,
  type OpenApiDocument,
  type PathItem,
  refToSchema,
} from './open-api-document.ts';
import { sampleValue } from './sample-value.ts';

type Schemas = OpenApiDocument['components']['schemas'];

const toCamel = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const schemaName = (type: EventType): string => `${toCamel(type)}Event`;

/** Schemas with a name of their own become references; the document holds them once. */
const withReferences = (node: unknown, isRoot = true): unknown => {
  if (Array.isArray(node)) return node.map((item) => withReferences(item, false));
  if (node === null || typeof node !== 'object') return node;
  const { $id, ...rest } = node as { $id?: string };
  if ($id !== undefined && !isRoot) return refToSchema($id);
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withReferences(value, false)]));
};

export const eventComponents = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    eventTypes.map((type) => [schemaName(type), withReferences(eventSchemas[type]) as JsonSchema]),
  );

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const parameters = [
  header('webhook-id', 'The id of the event: the same in every attempt.', 'evt_01kagx5p9ne0ps4a2v7qk3m8dz'),
  header('webhook-timestamp', 'When this attempt was signed, in seconds since 1970.', '1794735000'),
  header(
    'webhook-signature',
    'One or more signatures, separated by spaces. Verify them over the body as it came (Standard Webhooks).',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const exampleOf = (schemas: Schemas, type: EventType): MediaType => {
  const schema = refToSchema(schemaName(type));
  return { schema, example: eventExamples[type] ?? sampleValue(schemas, schema) };
};

export const webhooksSection = (schemas: Schemas): Record<string, PathItem> =>
  Object.fromEntries(
    eventTypes.map((type) => [
      type,
      {
        post: {
          operationId: `on${toCamel(type)}`,
          summary: (eventSchemas[type] as { description?: string }).description ?? type,
          tags: ['Webhooks'],
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: { 'application/json': exampleOf(schemas, type) },
          },
          responses: {
            '2XX': { description: 'Any 2xx status within 15 seconds: accepted.' },
            '410': { description: 'Gone: the webhook is disabled.' },
            default: { description: 'Anything else: it is tried again for about three days.' },
          },
        },
      },
    ]),
  );
