// Every operation shows what it takes and what it answers, and every example is one that its schema accepts.

import { errorCatalogue } from '@hudhud/contract/errors.ts';
import { eventExamples } from '@hudhud/contract/event-examples.ts';
import { eventTypes } from '@hudhud/contract/events.ts';
import Ajv2020 from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { ApiOperation, Content, MediaType, OpenApiDocument } from '../src/open-api/open-api-document.ts';
import { codesOf } from '../src/open-api/problem-examples.ts';
import { isPhoneNumber } from '../src/platform/phone-number.ts';
import { useApiGateway } from './support/gateway.ts';
import { createSchemaCheck } from './support/schema-check.ts';

const gateway = await useApiGateway();
const { body: document } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');

const operations = [...Object.values(document.paths), ...Object.values(document.webhooks ?? {})]
  .flatMap((item) => Object.values(item))
  .map((operation) => [operation.operationId ?? '', operation] as const);

const ajv = new Ajv2020.default({ strict: false, allErrors: true });
formats.default(ajv, ['date-time', 'date', 'time', 'uri', 'email']);
ajv.addFormat('phone-number', isPhoneNumber);
const check = createSchemaCheck(ajv, document.components);

const resolve = (example: unknown): unknown => {
  const { $ref, value } = example as { $ref?: string; value?: unknown };
  if ($ref === undefined) return value;
  const named = document.components.examples?.[$ref.split('/').at(-1) ?? ''] as
    | { value: unknown }
    | undefined;
  return named?.value;
};

const examplesOf = (media: MediaType): unknown[] =>
  media.example !== undefined ? [media.example] : Object.values(media.examples ?? {}).map(resolve);

const partsOf = (operation: ApiOperation): [string, Content][] => [
  ...(operation.requestBody ? [['request', operation.requestBody.content] as [string, Content]] : []),
  ...Object.entries(operation.responses).flatMap(([status, answer]): [string, Content][] =>
    answer.content ? [[status, answer.content]] : [],
  ),
];

describe.each(operations)('%s', (_id, operation) => {
  it('has an example of every JSON that goes in or out, each as its schema has it', () => {
    for (const [part, content] of partsOf(operation)) {
      for (const [type, media] of Object.entries(content).filter(([name]) => name.includes('json'))) {
        const examples = examplesOf(media);
        expect(examples.length, `${part} ${type}`).toBeGreaterThan(0);
        for (const example of examples) {
          expect(check(media.schema ?? {}, example), `${part} ${type}`).toBeNull();
        }
      }
    }
  });

  it('has an example of every refusal', () => {
    for (const [status, answer] of Object.entries(operation.responses)) {
      const media = answer.content?.['application/problem+json'];
      if (!media) continue;
      const documented = examplesOf(media) as { code: string; status: number }[];
      expect(
        documented.map(({ code }) => code),
        status,
      ).toEqual(codesOf(answer.description));
      expect(new Set(documented.map((problem) => problem.status))).toEqual(new Set([Number(status)]));
    }
  });
});

describe('the examples', () => {
  it('speak in the words of the error catalogue', () => {
    const examples = Object.entries(document.components.examples ?? {});
    for (const [code, example] of examples) {
      const { title, status } = errorCatalogue[code as keyof typeof errorCatalogue];
      expect((example as { value: object }).value).toMatchObject({ code, title, status });
    }
  });

  it('include every event that we send', () => {
    expect(Object.keys(document.webhooks ?? {}).sort()).toEqual([...eventTypes].sort());
    expect(Object.keys(eventExamples).sort()).toEqual([...eventTypes].sort());
  });
});
