import { expect, it } from 'vitest';
import { createFakeClock } from '../time/fake-clock.ts';
import { createServiceWindows } from './service-windows.ts';

const day = 24 * 3_600_000;

it('a window is open for 24 hours after the last message, for one number and one person', () => {
  const clock = createFakeClock();
  const windows = createServiceWindows(clock);
  windows.open('1', 'a');
  clock.advance(day - 1);
  expect(windows.isOpen('1', 'a')).toBe(true);
  expect(windows.isOpen('2', 'a')).toBe(false);
  expect(windows.isOpen('1', 'b')).toBe(false);
  windows.open('1', 'a');
  clock.advance(day - 1);
  expect(windows.isOpen('1', 'a')).toBe(true);
  clock.advance(1);
  expect(windows.isOpen('1', 'a')).toBe(false);
});

it('the stalest windows are forgotten when there are too many', () => {
  const windows = createServiceWindows(createFakeClock());
  windows.open('1', 'stale');
  windows.open('1', 'fresh');
  for (let person = 0; person < 199_990; person += 1) windows.open('1', `${person}`);
  windows.open('1', 'fresh');
  for (let person = 0; person < 20; person += 1) windows.open('2', `${person}`);
  expect(windows.isOpen('1', 'stale')).toBe(false);
  expect(windows.isOpen('1', 'fresh')).toBe(true);
});

it('marketing is stopped and resumed for one number', () => {
  const windows = createServiceWindows(createFakeClock());
  windows.stopMarketing('1', 'a');
  expect(windows.hasStoppedMarketing('1', 'a')).toBe(true);
  expect(windows.hasStoppedMarketing('2', 'a')).toBe(false);
  windows.resumeMarketing('1', 'a');
  expect(windows.hasStoppedMarketing('1', 'a')).toBe(false);
  windows.stopMarketing('1', 'a');
  windows.clear();
  expect(windows.hasStoppedMarketing('1', 'a')).toBe(false);
});
