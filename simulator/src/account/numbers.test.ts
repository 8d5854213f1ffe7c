import { describe, expect, it } from 'vitest';
import { account } from '../../tests/start-simulator.ts';
import { createNumbers } from './numbers.ts';
import { createPeople, userIdOf, waIdOfUser } from './people.ts';

const input = { ...account, callbackUrl: 'https://app.test/' };

describe('numbers', () => {
  it('are found by id and by account, and replaced by registering again', () => {
    const numbers = createNumbers();
    numbers.register(input);
    numbers.register({ ...input, phoneNumberId: '2', wabaId: '9' });
    numbers.register({ ...input, verifiedName: 'Shop' });
    expect(numbers.list()).toHaveLength(2);
    expect(numbers.find(account.phoneNumberId)).toMatchObject({
      verifiedName: 'Shop',
      digits: '15550783881',
    });
    expect(numbers.ofAccount('9').map(({ phoneNumberId }) => phoneNumberId)).toEqual(['2']);
  });

  it('know their tokens, old ones no more', () => {
    const numbers = createNumbers();
    const number = numbers.register({ ...input, otherAccessTokens: ['b'] });
    expect([account.accessToken, 'b', 'c'].map(numbers.isKnownToken)).toEqual([true, true, false]);
    expect(numbers.mayUse('b', number)).toBe(true);
    numbers.edit(account.phoneNumberId, { accessToken: 'new', otherAccessTokens: [] });
    expect([account.accessToken, 'b', 'new'].map(numbers.isKnownToken)).toEqual([false, false, true]);
    numbers.remove(account.phoneNumberId);
    expect(numbers.isKnownToken('new')).toBe(false);
    expect(numbers.edit(account.phoneNumberId, {})).toBeNull();
    expect(numbers.remove(account.phoneNumberId)).toBe(false);
  });

  it('stay the same object when edited or registered again, so that messages under way see the change', () => {
    const numbers = createNumbers();
    const number = numbers.register(input);
    numbers.register({ ...input, appSecret: 'new' });
    expect(number.appSecret).toBe('new');
    numbers.edit(account.phoneNumberId, { callbackUrl: 'https://new.test/', displayPhoneNumber: '+44 7400' });
    expect(number).toMatchObject({ callbackUrl: 'https://new.test/', digits: '447400' });
  });

  it('prefer the callback of the number over that of the account over that of the app', () => {
    const numbers = createNumbers();
    const number = numbers.register(input);
    expect(numbers.callbackUrl(number)).toBe('https://app.test/');
    numbers.subscribe(account.wabaId, 'https://account.test/');
    expect(numbers.callbackUrl(number)).toBe('https://account.test/');
    number.overrideCallbackUrl = 'https://number.test/';
    expect(numbers.callbackUrl(number)).toBe('https://number.test/');
    numbers.unsubscribe(account.wabaId);
    expect(numbers.callbackUrl(number)).toBeNull();
  });
});

describe('people', () => {
  it('exist without being known, and are kept only when somebody named them', () => {
    const people = createPeople();
    const before = people.list().length;
    expect(people.find('966500000001')).toMatchObject({ name: 'Person 0001', autoReply: null });
    expect(people.list()).toHaveLength(before);
    people.put('966500000001', { name: 'Huda' });
    people.put('966500000001', { autoReply: 'echo' });
    expect(people.find('966500000001')).toMatchObject({ name: 'Huda', autoReply: 'echo' });
    people.reset();
    expect(people.list()).toHaveLength(before);
  });

  it('are at most ten thousand', () => {
    const people = createPeople();
    for (let index = 0; index < 12_000; index += 1)
      people.put(String(966_500_000_000 + index), { name: 'x' });
    expect(people.list().length).toBeLessThanOrEqual(10_000);
    expect(people.find('966500011999').name).toBe('x');
  });

  it('have a user id that leads back to them', () => {
    expect(waIdOfUser(userIdOf('966501234567'))).toBe('966501234567');
    for (const other of ['US.1', 'SA.1349966501234567', '966501234567', ''])
      expect(waIdOfUser(other)).toBeNull();
  });
});
