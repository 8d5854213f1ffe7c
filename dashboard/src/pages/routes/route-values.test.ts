import { describe, expect, it } from 'vitest';
import { emptyRoute, toRoute, toValues } from './route-values.ts';

describe('the form of a route', () => {
  it('leaves out what fits everybody', () => {
    expect(toRoute({ ...emptyRoute, name: ' All ', senders: ['snd_1'] })).toEqual({
      name: 'All',
      senders: ['snd_1'],
      after_minutes: 5,
    });
  });

  it('gives back the route that it was given', () => {
    const route = {
      id: 'rte_1',
      name: 'Kuwait',
      senders: ['snd_2', 'snd_1'],
      after_minutes: 0,
      country_prefix: '965',
      store_id: 'store_1',
      tag: 'vip',
    };
    expect(toRoute(toValues(route), route.id)).toEqual(route);
  });
});
