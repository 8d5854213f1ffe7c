// What every provider promises, written once. A provider's test file calls `describeProvider` with its bench; see
// docs/providers.md.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { findProvider, providerNames } from '../registry.ts';
import { promiseCallbacks } from './promise-callbacks.ts';
import { promiseSending } from './promise-sending.ts';
import type { MakeBench, Running } from './provider-bench.ts';

const promiseShape = (name: string, running: () => Running): void => {
  test('is found in the registry under its name', () => {
    expect(providerNames).toContain(name);
    expect(findProvider(name)).toBe(running().bench.provider);
    expect(running().bench.provider.name).toBe(name);
  });

  test('explains every field, and gives no default to a secret', () => {
    const { fields } = running().bench.provider;
    expect(new Set(fields.map((field) => field.name)).size).toBe(fields.length);
    for (const field of fields) {
      expect(field.name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(field.label).not.toBe('');
      expect(field.help).toMatch(/\.$/);
      if (field.isSecret) expect(field.default).toBeUndefined();
    }
  });

  test('has limits that a lane can keep', () => {
    const { limits } = running().bench.provider;
    expect(limits.messagesPerSecond).toBeGreaterThan(0);
    expect(limits.pairMilliseconds).toBeGreaterThanOrEqual(0);
    expect(limits.pairBurst).toBeGreaterThanOrEqual(1);
  });
};

export const describeProvider = (name: string, makeBench: MakeBench): void => {
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
    promiseSending(() => running);
    promiseCallbacks(() => running);
  });
};
