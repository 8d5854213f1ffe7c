import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchEventLoop } from './event-loop-delay.ts';

it('answers the longest time the loop stood still, once', async () => {
  const delay = watchEventLoop();
  await sleep(100);
  const begun = performance.now();
  while (performance.now() - begun < 400) Math.sqrt(2);
  await sleep(100);
  expect(delay.read()).toBeGreaterThan(0.33);
  expect(delay.read()).toBe(0);
  delay.stop();
});
