import { describe, expect, it } from 'vitest';
import { metaCloud } from '../../providers/meta-cloud/meta-cloud.ts';
import type { Provider } from '../../providers/provider.ts';
import type { Route, Sender } from '../directory.ts';
import { makeSender } from '../tests-support/make-sender.ts';
import { chooseByRoute, successorOf, wantsTraits } from './route.ts';

const now = Date.UTC(2026, 10, 16, 12);

const sender = (id: string, routes: readonly Route[], choices: Partial<Sender> = {}): Sender =>
  makeSender({
    id,
    publicId: `snd_${id}`,
    name: id,
    phoneNumber: null,
    isDefault: false,
    stateChangedAt: new Date(now - 3_600_000),
    routes,
    ...choices,
  });

const route = (choices: Partial<Route> = {}): Route => ({
  id: 'r',
  name: 'All',
  storeId: null,
  tag: null,
  countryPrefix: null,
  senderIds: ['a', 'b'],
  afterMinutes: 5,
  ...choices,
});

const person = { phoneNumber: '+966501234567' };
const down = (minutes: number, state: Sender['state'] = 'suspended'): Partial<Sender> => ({
  state,
  stateChangedAt: new Date(now - minutes * 60_000),
});
const choose = (routes: Route[], a: Partial<Sender> = {}, b: Partial<Sender> = {}, who: object = {}) => {
  const senders = [sender('a', routes, a), sender('b', routes, b)];
  return chooseByRoute(senders, { ...person, ...who }, 'text', now);
};

describe('a route', () => {
  it('gives a message to its first sender that works', () => {
    expect(choose([route()])?.sender.id).toBe('a');
    expect(choose([route({ senderIds: ['b', 'a'] })])?.sender.id).toBe('b');
  });

  it.each(['suspended', 'failing'] as const)(
    'waits some minutes before the next takes over (%s)',
    (state) => {
      expect(choose([route()], down(4, state))?.sender.id).toBe('a');
      expect(choose([route()], down(5, state))).toMatchObject({ sender: { id: 'b' }, first: { id: 'a' } });
      expect(choose([route({ afterMinutes: 0 })], down(0, state))?.sender.id).toBe('b');
    },
  );

  it('stays with the first when no other can take over', () => {
    expect(choose([route()], down(60), down(60))?.sender.id).toBe('a');
    const mute = { ...metaCloud, content: {} } as Provider;
    expect(choose([route()], down(60), { provider: mute })?.sender.id).toBe('a');
  });

  it('is the first that fits: the number, the store, the tag', () => {
    const other = route({ id: 'o', senderIds: ['b'] });
    expect(choose([route({ countryPrefix: '49' }), other])?.route.id).toBe('o');
    expect(choose([route({ countryPrefix: '966' }), other])?.route.id).toBe('r');
    const traits = { storeId: 's', tags: ['vip'] };
    expect(choose([route({ tag: 'vip' }), other], {}, {}, { traits })?.route.id).toBe('r');
    expect(choose([route({ tag: 'vip' }), other])?.route.id).toBe('o');
    expect(choose([route({ storeId: 's' }), other], {}, {}, { traits })?.route.id).toBe('r');
    expect(choose([route({ storeId: 't' }), other], {}, {}, { traits })?.route.id).toBe('o');
    expect(choose([route({ countryPrefix: '49' })])).toBeNull();
    expect(choose([])).toBeNull();
  });

  it('knows nothing of senders that are gone', () => {
    expect(choose([route({ senderIds: ['gone', 'b'] })])?.sender.id).toBe('b');
    expect(choose([route({ senderIds: ['gone'] })])).toBeNull();
  });

  it('asks who a person is only where it matters', () => {
    expect(wantsTraits([sender('a', [route()])])).toBe(false);
    expect(wantsTraits([sender('a', [route(), route({ tag: 'vip' })])])).toBe(true);
    expect(wantsTraits([])).toBe(false);
  });
});

describe('a message that waits for a sender', () => {
  const successor = (a: Partial<Sender>, b: Partial<Sender> = {}) => {
    const routes = [route()];
    const [one, two] = [sender('a', routes, a), sender('b', routes, b)];
    return successorOf(one, route(), [one, two], now)?.id ?? null;
  };

  it('goes to the next that works, once the first has been down for long enough', () => {
    expect(successor({})).toBeNull();
    expect(successor(down(4))).toBeNull();
    expect(successor(down(5))).toBe('b');
    expect(successor(down(5), down(1))).toBeNull();
  });
});
