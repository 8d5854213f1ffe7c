import { expect, it } from 'vitest';
import { readClock } from './clock-input.tsx';

it('reads a time of day as people type it, and nothing else', () => {
  const typed = ['22:00', '7', '07.30', '730', '2359', ' 9:05 '];
  expect(typed.map(readClock)).toEqual(['22:00', '07:00', '07:30', '07:30', '23:59', '09:05']);
  expect(['', '24:00', '9:60', 'noon', '9:5', '12:345'].map(readClock)).toEqual(Array(6).fill(null));
});
