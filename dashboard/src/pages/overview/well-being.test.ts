import type { Overview, SenderNow, WebhookNow } from '@hudhud/contract/overview.ts';
import { expect, it } from 'vitest';
import { latency95, wellBeing } from './well-being.ts';

const period = '2026-11-15T00:00:00+03:00';
const sender = (state: SenderNow['state']) => ({ state }) as SenderNow;
const webhook = (condition: WebhookNow['condition']) => ({ condition }) as WebhookNow;
const fine: Overview = { senders: [sender('connected')], webhooks: [webhook('healthy'), webhook('paused')] };
const counts = (delivered: number, failed: number, queued = 0) => ({
  data: [
    { period, status: 'delivered' as const, count: delivered },
    { period, status: 'failed' as const, count: failed },
    { period, status: 'queued' as const, count: queued },
  ],
});
const sends = (milliseconds: number) => [{ duration_ms: milliseconds }];

it('is well when everything works, also where somebody paused a webhook or nothing was sent', () => {
  expect(wellBeing(fine, counts(99, 1, 500), sends(40))).toMatchObject({
    verdict: 'well',
    delivered: { value: 0.99 },
    failed: { value: 1 },
    latency: { value: 40 },
    webhooks: { working: 1, all: 2 },
    senders: { working: 1, all: 1 },
  });
  expect(wellBeing(fine, counts(0, 0), [])).toMatchObject({
    verdict: 'well',
    delivered: { value: null },
    latency: { value: null },
  });
});

it('wants a look when something fails or is slow, and an act when something has stopped', () => {
  const verdict = (overview: Overview, delivered = 100, failed = 0, milliseconds = 40) =>
    wellBeing(overview, counts(delivered, failed), sends(milliseconds)).verdict;
  expect(verdict({ ...fine, webhooks: [webhook('failing')] })).toBe('look');
  expect(verdict({ ...fine, senders: [sender('failing')] })).toBe('look');
  expect(verdict(fine, 80, 20)).toBe('look');
  expect(verdict(fine, 1, 1)).toBe('well');
  expect(verdict(fine, 100, 0, 8_000)).toBe('look');
  expect(verdict({ ...fine, webhooks: [webhook('failing'), webhook('disabled')] })).toBe('act');
  expect(verdict({ ...fine, senders: [sender('suspended')] })).toBe('act');
  expect(verdict({ ...fine, senders: [] })).toBe('act');
});

it('finds what 95 of 100 did not take longer than', () => {
  expect(latency95([])).toBeNull();
  expect(latency95(Array.from({ length: 100 }, (_, index) => ({ duration_ms: 100 - index })))).toBe(95);
  expect(latency95([{ duration_ms: 7 }])).toBe(7);
});
