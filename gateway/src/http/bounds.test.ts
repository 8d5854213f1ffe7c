import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { settings } from '../config/settings.ts';
import { createLog } from '../platform/log.ts';
import { type BoundName, boundNames, createBounds } from './bounds.ts';

const listen = () => {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>);
      done();
    },
  });
  const counted: BoundName[] = [];
  const clock = { now: 1_000_000 };
  const bounds = createBounds({
    log: createLog('warn', destination),
    count: (name) => counted.push(name),
    now: () => clock.now,
  });
  return { lines, counted, clock, bounds };
};

it('names the event, the company or address concerned, and the remedy', () => {
  const { lines, bounds } = listen();
  bounds.reached('company_share', { company: 'co_1' });
  expect(lines).toMatchObject([
    { level: 40, bound: 'company_share', company: 'co_1', msg: expect.stringContaining('answered 429') },
  ]);
  expect(lines[0]?.advice).toContain('INBOX_REQUESTS_MAX');
});

it('logs each bound once a minute, counts every time, and says how often it was silent', () => {
  const { lines, counted, clock, bounds } = listen();
  for (let count = 0; count < 5; count += 1) bounds.reached('inbox');
  bounds.reached('strangers');
  expect(lines.map(({ bound }) => bound)).toEqual(['inbox', 'strangers']);
  expect(counted).toHaveLength(6);
  clock.now += 60_000;
  bounds.reached('inbox');
  expect(lines.at(-1)).toMatchObject({ bound: 'inbox', more_since_last_line: 4 });
});

it('names only settings that exist', () => {
  const { lines, bounds } = listen();
  for (const name of boundNames) bounds.reached(name);
  const known = Object.values(settings).map(({ name }) => name);
  const named = lines.flatMap(({ advice }) => String(advice).match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.some((setting) => setting === name))).toEqual([]);
});
