import { describe, expect, it } from 'vitest';
import { isDatabaseOutage } from './database.ts';

const withCode = (code: string): Error => Object.assign(new Error('it went wrong'), { code });

describe('an outage of the database', () => {
  it.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a reset connection', withCode('ECONNRESET')],
    ['a socket that is gone', withCode('ENOENT')],
    ['a connection exception', withCode('08006')],
    ['a server that shuts down', withCode('57P01')],
    ['a server that starts up', withCode('57P03')],
    ['a statement that took too long', withCode('57014')],
    ['too many connections', withCode('53300')],
    ['a full disk', withCode('53100')],
    ['a connection lost in the middle of a query', new Error('Connection terminated unexpectedly')],
    ['a pool that gets no connection', new Error('timeout exceeded when trying to connect')],
    ['a network that went silent', new Error('Query read timeout')],
    ['a client that is broken', new Error('Client has encountered a connection error and is not queryable')],
  ])('is %s', (_name, error) => {
    expect(isDatabaseOutage(error)).toBe(true);
  });

  it.each([
    ['a row that breaks a rule', withCode('23514')],
    ['a value of the wrong form', withCode('22P02')],
    ['a NUL character', withCode('22021')],
    ['a mistake in our SQL', withCode('42601')],
    ['a bug of ours', new TypeError('x is not a function')],
    ['no error at all', 'connection terminated'],
    ['nothing', undefined],
  ])('is not %s', (_name, error) => {
    expect(isDatabaseOutage(error)).toBe(false);
  });
});
