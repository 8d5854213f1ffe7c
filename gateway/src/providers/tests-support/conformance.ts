// The promises of every provider, written once. A provider's test file calls `describeProvider` with its bench; see
// docs/providers.md.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { findProvider, providerNames } from '../registry.ts';
import { promiseCallbacks } from './promise-callbacks.ts';
import { promiseIncoming } from './promise-incoming.ts';
import { promiseMedia } from './promise-media.ts';
import { promiseParts } from './promise-parts.ts';
import { promiseSending } from './promise-sending.ts';
import { promiseTemplates } from './promise-templates.ts';
import type { MakeBench, Running } from './provider-bench.ts';

const promiseRegistered = (name: string, running: () => Running): void => {
  test('is found in the registry under its name', () => {
    expect(providerNames).toContain(name);
    expect(findProvider(name)).toBe(running().bench.provider);
  });
};

const promiseShape = (name: string, running: () => Running): void => {
  test('has its name', () => {
    expect(running().bench.provider.name).toBe(name);
  });

  test('names the number of a sender, or says that it has no name for it', () => {
    const { provider, fields } = running().bench;
    const account = provider.accountOf(fields);
    if (account !== null) expect(account).toMatch(/./);
  });

  test('declares what it carries, with limits', () => {
    const kinds = Object.entries(running().bench.provider.content);
    expect(kinds.map(([kind]) => kind)).toContain('text');
    for (const [, limits] of kinds) expect(limits?.charactersMax).toBeGreaterThan(0);
  });

  test('returns an echo that is as long as ours', () => {
    const { correlation } = running().bench.provider;
    if (correlation.kind === 'echo') expect(correlation.charactersMax).toBeGreaterThanOrEqual(46);
  });

  test('explains every field, and has no secret of its own', () => {
    const { fields } = running().bench.provider;
    expect(new Set(fields.map((field) => field.name)).size).toBe(fields.length);
    for (const field of fields) {
      expect(field.name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(field.label).not.toBe('');
      expect(field.help).toMatch(/\.$/);
      // One that may be left out is empty.
      if (field.isSecret) expect(field.default ?? '').toBe('');
    }
  });

  test('has limits that a lane can keep', () => {
    const { provider, fields } = running().bench;
    const limits = provider.limitsOf(fields);
    expect(limits.messagesPerSecond).toBeGreaterThan(0);
    expect(limits.pairMilliseconds).toBeGreaterThanOrEqual(0);
    expect(limits.pairBurst).toBeGreaterThanOrEqual(1);
  });
};

export interface ConformanceOptions {
  /** False for a provider that a test brings along. */
  readonly isRegistered?: boolean;
}

export const describeProvider = (
  name: string,
  makeBench: MakeBench,
  { isRegistered = true }: ConformanceOptions = {},
): void => {
  describe(`the provider ${name}`, () => {
    let running: Running;

    beforeAll(async () => {
      running = { bench: await makeBench(), http: createOutgoingHttp({ connections: 4 }) };
    });

    afterAll(async () => {
      await running.http.close();
      await running.bench.close();
    });

    promiseShape(name, () => running);
    if (isRegistered) promiseRegistered(name, () => running);
    promiseSending(() => running);
    promiseCallbacks(() => running);
    promiseIncoming(() => running);
    promiseMedia(() => running);
    promiseTemplates(() => running);
    promiseParts(() => running);
  });
};
