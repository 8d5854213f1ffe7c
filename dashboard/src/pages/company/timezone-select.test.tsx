import { describe, expect, it } from 'vitest';
import { zoneOptions } from './timezone-select.tsx';

const now = new Date('2026-11-15T09:30:00Z');
const labelOf = (current: string, value: string) =>
  zoneOptions(current, now).find((option) => option.value === value)?.label;

describe('the choices of time zones', () => {
  it('name each zone with its present distance from UTC', () => {
    expect(labelOf('UTC', 'Asia/Riyadh')).toBe('Asia/Riyadh (UTC+03:00)');
    expect(labelOf('UTC', 'America/New_York')).toBe('America/New York (UTC-05:00)');
  });

  it('have the zone in use, once, also when this browser does not know it', () => {
    expect(labelOf('Mars/Base', 'Mars/Base')).toBe('Mars/Base (?)');
    const values = zoneOptions('Asia/Riyadh', now).map(({ value }) => value);
    expect(values.filter((value) => value === 'Asia/Riyadh')).toHaveLength(1);
  });
});
