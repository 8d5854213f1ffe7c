// The copy of the OpenAPI document in the repository is what the gateway serves, breaks no client, and passes lint.

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { breakingChanges, copyAddress, readCopy, toCopy } from '../../scripts/docs/open-api-copy.ts';
import type { OpenApiDocument } from '../src/open-api/open-api-document.ts';
import { useApiGateway } from './support/gateway.ts';

const gateway = await useApiGateway();
const { body: document, text } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');

const exceptions = [
  // A gateway at 127.0.0.1 is what this one is; the rule is about addresses in documents for the public.
  /^no-server-example\.com/,
  // Every id says its kind (con_...), so none can be the word `by-phone`.
  /^no-ambiguous-paths: .*\/by-phone\//,
  // The kinds of a campaign's content are told apart by the literal in each `type`; they have no names of their own.
  /^no-illogical-composition-keywords: .*\/properties\/content\/oneOf\//,
];

describe('contract/openapi.json', () => {
  it('is what the gateway serves; otherwise run npm run docs', () => {
    // Compared as texts, so that a difference is one line and not the whole document.
    expect(toCopy(document).split('\n')).toEqual(readCopy().split('\n'));
  });

  it('takes nothing away from customers unless the version was raised', () => {
    expect(breakingChanges(document)).toEqual([]);
  });

  it('names the address of a gateway that was started with nothing set', () => {
    const copy = JSON.parse(readCopy()) as OpenApiDocument;
    expect(copy.servers).toEqual([{ url: copyAddress, description: 'This gateway' }]);
    expect(readCopy()).not.toContain(gateway.address);
  });
});

describe('GET /openapi.json', () => {
  it('passes the recommended rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const found = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
    const lines = found.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
    );
    expect(lines.filter((line) => !exceptions.some((exception) => exception.test(line)))).toEqual([]);
  });

  it('names the public address as its server', async () => {
    const behind = await useApiGateway({
      database: gateway.database,
      environment: { PUBLIC_URL: 'https://wa.example.org/' },
    });
    const { body } = await behind.call<OpenApiDocument>('GET', '/openapi.json');
    expect(body.servers?.map(({ url }) => url)).toEqual(['https://wa.example.org']);
  });

  it('describes every capability', () => {
    const used = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) => operation.tags ?? []),
    );
    const described = new Map((document.tags ?? []).map(({ name, description }) => [name, description]));
    for (const tag of new Set(used)) expect(described.get(tag), tag).toMatch(/\w+ \w+.*\.$/);
  });
});
