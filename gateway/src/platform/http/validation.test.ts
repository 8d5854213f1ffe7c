import { describe, expect, it } from 'vitest';
import { validatorFactory } from './validation.ts';

type Validate = (value: unknown) => boolean;
type Build = (shared: object) => (route: { schema: object; httpPart: string }) => Validate;

const validator = (httpPart: 'querystring' | 'body'): Validate =>
  (validatorFactory({}) as unknown as Build)({})({
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
