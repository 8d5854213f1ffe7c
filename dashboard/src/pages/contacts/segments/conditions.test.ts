import type { ContactFilter } from '@hudhud/contract/segments.ts';
import { describe, expect, it } from 'vitest';
import { sampleField, sampleFields } from '../sample-contact.ts';
import {
  type Condition,
  conditionKinds,
  emptyCondition,
  isFilled,
  operatorsOf,
  toConditions,
  toFilter,
} from './conditions.ts';

const around = { fields: sampleFields, timeZone: 'Asia/Riyadh' };

describe('a filter in the builder', () => {
  it('comes back as it was', () => {
    const filters: ContactFilter[] = [
      {},
      { tags_any: ['vip', 'gold'], tags_none: ['staff'], consent: ['opted_in', 'unknown'] },
      { seen_within_days: 7, created_after: '2026-10-31T21:00:00.000Z', search: 'Sara' },
      { languages: ['ar'], store_ids: ['store_01kagx5p9ne0ps4a2v7qk3m8dz'] },
      {
        fields: [
          { name: 'city', operator: 'one_of', values: ['Jeddah', 'Riyadh'] },
          { name: 'points', operator: 'at_least', value: 10 },
          { name: 'member', operator: 'equals', value: false },
          { name: 'city', operator: 'is_set' },
        ],
      },
    ];
    for (const filter of filters) {
      expect(toFilter(toConditions(filter, around.timeZone), around)).toEqual(filter);
    }
  });

  it('takes a time as the clocks show it where the company is', () => {
    const time: Condition = { kind: 'created_before', at: '2026-11-15T00:00' };
    expect(toFilter([time], around)).toEqual({ created_before: '2026-11-14T21:00:00.000Z' });
  });

  it('leaves out what is not filled in, and says so', () => {
    const unfilled: Condition[] = [
      { kind: 'tags_any', values: [] },
      { kind: 'seen_within_days', days: '0' },
      { kind: 'created_after', at: '' },
      { kind: 'search', text: ' ' },
      { kind: 'field', name: 'gone', operator: 'equals', value: 'x', values: [] },
      { kind: 'field', name: 'city', operator: 'equals', value: ' ', values: [] },
    ];
    expect(toFilter(unfilled, around)).toEqual({});
    for (const condition of unfilled) expect(isFilled(condition, around), condition.kind).toBe(false);
  });

  it('begins every kind of condition with its own inputs', () => {
    for (const kind of conditionKinds) expect(emptyCondition(kind).kind).toBe(kind);
  });

  it('offers no comparison that the gateway refuses for the type', () => {
    expect(operatorsOf(sampleField('points', 'number'))).not.toContain('contains');
    expect(operatorsOf(sampleField('city', 'text'))).not.toContain('at_least');
  });
});
