import { TextEnum, UniqueList } from '@hudhud/contract/enums.ts';
import fc from 'fast-check';
import Type, { type TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../errors.ts';
import { editDistance, explainValidation, nearestName } from './explain-validation.ts';
import { validatorFactory } from './validation.ts';

/** Checks data as the server does, and explains what is wrong with it. */
const explain = (schema: TSchema, data: unknown, part = 'body'): AppError => {
  const factory = validatorFactory({ even: (text) => text.length % 2 === 0 })() as unknown as (
    shared: object,
  ) => (input: { schema: TSchema; httpPart: string }) => ((data: unknown) => boolean) & { errors?: never[] };
  const validate = factory({})({ schema, httpPart: part });
  if (validate(data)) throw new Error(`accepted: ${JSON.stringify(data)}`);
  return explainValidation(validate.errors ?? [], part);
};

const Body = Type.Object(
  {
    to: Type.String(),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    kind: Type.Optional(TextEnum(['a', 'b'])),
    kinds: Type.Optional(UniqueList(TextEnum(['a', 'b', 'c']), { maxItems: 3 })),
    list: Type.Optional(Type.Array(Type.Object({ name: Type.String() }))),
    word: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 5,
        pattern: '\\S',
        'x-error-codes': { minLength: 'text_empty', pattern: 'text_empty' },
      }),
    ),
    when: Type.Optional(Type.String({ format: 'date-time' })),
    pair: Type.Optional(Type.String({ format: 'even', 'x-error-codes': { format: 'invalid_phone_number' } })),
  },
  { additionalProperties: false },
);

describe('the faults that a schema found', () => {
  it.each([
    [{}, 'missing_field', '/to', '"to" is required.'],
    [{ to: 5 }, 'wrong_type', '/to', '"to" must be a string, not a number.'],
    [{ to: 'x', count: '1' }, 'wrong_type', '/count', '"count" must be an integer, not a string.'],
    [{ to: 'x', count: 0 }, 'invalid_value', '/count', '"count" must be at least 1.'],
    [{ to: 'x', count: 10 }, 'invalid_value', '/count', '"count" must be at most 9.'],
    [{ to: 'x', kind: 'c' }, 'invalid_value', '/kind', '"kind" must be one of: a, b.'],
    [{ to: 'x', kind: 7 }, 'wrong_type', '/kind', '"kind" must be a string, not a number.'],
    [
      { to: 'x', kinds: ['a', 'b', 'a'] },
      'invalid_value',
      '/kinds',
      '"kinds" must not hold the same value twice.',
    ],
    [{ to: 'x', list: {} }, 'wrong_type', '/list', '"list" must be an array, not an object.'],
    [{ to: 'x', list: [{ name: 'y' }, {}] }, 'missing_field', '/list/1/name', '"name" is required.'],
    [
      { to: 'x', word: 'abcdef' },
      'invalid_value',
      '/word',
      '"word" has 6 characters; at most 5 are allowed.',
    ],
    [
      { to: 'x', when: 'soon' },
      'invalid_value',
      '/when',
      '"when" must be a date and time such as 2026-11-15T09:30:00Z.',
    ],
    [[], 'wrong_type', '', 'The body must be an object, not an array.'],
  ])('with %j is %s at %j', (data, code, pointer, detail) => {
    const error = explain(Body, data);
    expect(error).toMatchObject({ code, detail });
    expect(error.errors).toEqual([{ code, pointer, detail }]);
  });

  it('takes the code that the schema itself gives', () => {
    expect(explain(Body, { to: 'x', pair: 'odd' }).code).toBe('invalid_phone_number');
  });

  it('is reported once when one field breaks two rules of the same code', () => {
    expect(explain(Body, { to: 'x', word: '' }).errors).toHaveLength(1);
  });

  it('is reported all at once', () => {
    const error = explain(Body, { count: 0, kind: 'c' });
    expect(error.errors?.map(({ pointer }) => pointer).sort()).toEqual(['/count', '/kind', '/to']);
    expect(error.detail).toContain('(and 2 more, see errors)');
  });

  it('is named as a parameter when it is in the query', () => {
    const error = explain(Body, { to: 'x', count: '0' }, 'querystring');
    expect(error.errors).toEqual([
      { code: 'invalid_value', parameter: 'count', detail: '"count" must be at least 1.' },
    ]);
  });

  it('is a missing body when there is none', () => {
    expect(explain(Body, null)).toMatchObject({
      code: 'invalid_json',
      detail: expect.stringContaining('missing'),
    });
  });

  it('never repeats a name longer than a line', () => {
    const error = explain(Body, { to: 'x', ['y'.repeat(5_000)]: 1 });
    expect(error.detail.length).toBeLessThan(300);
  });
});

describe('the nearest known name', () => {
  const known = ['to', 'message', 'type', 'provider'];

  it.each([
    ['mesage', 'message'],
    ['MESSAGE', 'message'],
    ['provdier', 'provider'],
    ['tpye', 'type'],
    ['quantity', null],
    ['', null],
    ['x'.repeat(100), null],
  ])('of %j is %j', (name, expected) => {
    expect(nearestName(name, known)).toBe(expected);
  });

  it('of nothing is nothing', () => {
    expect(nearestName('to', [])).toBeNull();
  });
});

describe('the distance of two names', () => {
  const name = fc.string({ maxLength: 12 });

  it('is 0 for equal names only, and the same both ways', () => {
    fc.assert(
      fc.property(name, name, (one, two) => {
        expect(editDistance(one, two) === 0).toBe(one === two);
        expect(editDistance(one, two)).toBe(editDistance(two, one));
      }),
    );
  });

  it('is never more by a detour', () => {
    fc.assert(
      fc.property(name, name, name, (one, two, three) => {
        expect(editDistance(one, three)).toBeLessThanOrEqual(
          editDistance(one, two) + editDistance(two, three),
        );
      }),
    );
  });
});
