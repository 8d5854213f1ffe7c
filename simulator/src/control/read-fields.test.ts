import { describe, expect, it } from 'vitest';
import { readFields } from './read-fields.ts';
import { readOwnSettings, readSettings } from './read-settings.ts';
import { snakeKeys, toCamelCase, toSnakeCase } from './snake-case.ts';

const rules = {
  phoneNumberId: 'string',
  count: 'number?',
  isOn: 'boolean?',
  tags: 'strings?',
  value: 'object?',
  url: 'string|null?',
  free: 'any?',
} as const;

describe('reading fields', () => {
  it('turns names into camelCase and keeps the values', () => {
    const input = {
      phone_number_id: '1',
      count: 2,
      is_on: false,
      tags: ['a'],
      value: { a_b: 1 },
      url: null,
      free: [0],
    };
    expect(readFields(input, rules)).toEqual({
      phoneNumberId: '1',
      count: 2,
      isOn: false,
      tags: ['a'],
      value: { a_b: 1 },
      url: null,
      free: [0],
    });
  });

  it('reads numbers from a query', () => {
    expect(readFields({ phone_number_id: '1', count: '25' }, rules).count).toBe(25);
    expect(() => readFields({ phone_number_id: '1', count: 'many' }, rules)).toThrow('count must be number');
    expect(() => readFields({ phone_number_id: '1', count: '' }, rules)).toThrow('count must be number');
  });

  it.each<[object, string]>([
    [{}, 'phone_number_id is missing.'],
    [{ phone_number_id: 1 }, 'phone_number_id must be string.'],
    [{ phone_number_id: '1', count: -1 }, 'count must be number.'],
    [{ phone_number_id: '1', is_on: 'yes' }, 'is_on must be boolean.'],
    [{ phone_number_id: '1', tags: [1] }, 'tags must be strings.'],
    [{ phone_number_id: '1', value: [] }, 'value must be object.'],
    [{ phone_number_id: '1', url: 7 }, 'url must be string or null.'],
    [
      { phone_number_id: '1', phone_numberid: '1' },
      'phone_numberid is not a field here; known: phone_number_id',
    ],
    [{ phone_number_id: '1', constructor: 'x' }, 'constructor is not a field here'],
    [[], 'The body must be a JSON object.'],
  ])('refuses %j', (input, message) => {
    expect(() => readFields(input, rules)).toThrow(message);
  });
});

describe('reading settings', () => {
  it('takes those that exist, with the types they have', () => {
    expect(readSettings({ sent_delay_ms: 1, webhooks_held: true })).toEqual({
      sentDelayMs: 1,
      webhooksHeld: true,
    });
    expect(() => readSettings({ webhooks_held: 1 })).toThrow('webhooks_held must be boolean');
    expect(() => readSettings({ sent_delay: 1 })).toThrow('sent_delay is not a field here');
  });

  it('takes only behaviour for one number', () => {
    expect(readOwnSettings({ sent_delay_ms: 1 })).toEqual({ sentDelayMs: 1 });
    expect(() => readOwnSettings({ webhooks_held: true })).toThrow('webhooks_held is not a field here');
  });
});

it('names go to snake_case and back, on the first level only', () => {
  expect(toSnakeCase('phoneNumberId')).toBe('phone_number_id');
  expect(toCamelCase('phone_number_id')).toBe('phoneNumberId');
  expect(snakeKeys({ waId: { innerName: 1 } })).toEqual({ wa_id: { innerName: 1 } });
});
