import { describe, expect, it } from 'vitest';
import { validatorFactory } from './validation.ts';

type Validate = ((value: unknown) => boolean) & { errors?: readonly { keyword: string }[] | null };
type Build = (shared: object) => (route: { schema: object; httpPart: string }) => Validate;

const validator = (httpPart: 'querystring' | 'body'): Validate =>
  (validatorFactory({})() as unknown as Build)({})({
    httpPart,
    schema: {
      type: 'object',
      properties: { limit: { type: 'integer', minimum: 1, maximum: 200 } },
    },
  });

describe('a number between 1 and 200', () => {
  it.each(['1', '200', '2e1'])('may be written as %s in a query', (limit) => {
    expect(validator('querystring')({ limit })).toBe(true);
  });

  it.each(['0', '201', '1.5', '1e309', '-1e309', 'Infinity', 'NaN', '0x', 'ten'])(
    'may not be %s in a query',
    (limit) => {
      expect(validator('querystring')({ limit })).toBe(false);
    },
  );

  it.each(['{"limit":1e309}', '{"limit":"5"}', '{"limit":5.5}'])('may not be as in %s in a body', (body) => {
    expect(validator('body')(JSON.parse(body))).toBe(false);
  });
});

const bodyCheck = (schema: object): Validate =>
  (validatorFactory({})() as unknown as Build)({})({ httpPart: 'body', schema });

describe('a list in which no value may stand twice', () => {
  const check = bodyCheck({
    type: 'array',
    items: { type: 'string', enum: ['a', 'b', 'c'] },
    maxItems: 3,
    'x-unique-items': true,
  });

  it.each([[[]], [['a']], [['c', 'a', 'b']]])('takes %j', (list) => {
    expect(check(list)).toBe(true);
    expect(check.errors).toBeNull();
  });

  it('names the repetition', () => {
    expect(check(['a', 'b', 'a'])).toBe(false);
    expect(check.errors).toMatchObject([{ keyword: 'x-unique-items', instancePath: '' }]);
  });

  it('is not read beyond its length', () => {
    expect(check(Array.from({ length: 200_000 }, () => ({})))).toBe(false);
    expect(check.errors).toMatchObject([{ keyword: 'maxItems' }]);
  });
});

describe('the mistakes of a body', () => {
  const check = bodyCheck({ type: 'array', items: { type: 'integer' } });
  const wrong = (length: number): string[] => Array.from({ length }, () => 'x');

  it('are all reported when it is small', () => {
    expect(check(wrong(9_000))).toBe(false);
    expect(check.errors).toHaveLength(9_000);
  });

  it('are reported up to the first when it is large', () => {
    expect(check([1, ...wrong(10_000)])).toBe(false);
    expect(check.errors).toMatchObject([{ keyword: 'type', instancePath: '/1' }]);
  });

  it('are forgotten when the next body is right', () => {
    check(['x']);
    expect(check([1])).toBe(true);
    expect(check.errors).toBeNull();
  });
});

describe('two servers of one process', () => {
  const factory = validatorFactory({});
  const schema = () => ({ $ref: 'Size#' });
  const build = (shared: object) => {
    const warmUps: unknown[] = [];
    const buildValidator = factory((_url, warmUp) => warmUps.push(warmUp)) as unknown as Build;
    return { check: buildValidator({ Size: shared })({ httpPart: 'body', schema: schema() }), warmUps };
  };
  const size = () => ({ $id: 'Size', type: 'integer', maximum: 5 });

  it('share what was compiled of the same schemas, and no mistakes', () => {
    const [one, two] = [build(size()), build(size())];
    expect(two.warmUps).toEqual(one.warmUps);
    expect([one.check(6), two.check(5)]).toEqual([false, true]);
    expect(one.check.errors).toMatchObject([{ keyword: 'maximum' }]);
    expect(two.check.errors).toBeNull();
  });

  it('share nothing when a schema differs under the same name', () => {
    expect([build(size()).check(6), build({ ...size(), maximum: 6 }).check(6)]).toEqual([false, true]);
  });
});
