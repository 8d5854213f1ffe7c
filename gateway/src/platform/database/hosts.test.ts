import { describe, expect, it } from 'vitest';
import { createTurn, readAddresses, toConnection } from './hosts.ts';

describe('DATABASE_URL', () => {
  it('with several servers is one address for each, with the same user, database and options', () => {
    expect(
      toConnection(
        'postgres://me:p%40ss@one:5433,two,[::1]:5434/hudhud?target_session_attrs=primary&sslmode=require',
      ),
    ).toEqual({
      connectionString: 'postgres://me:p%40ss@one:5433/hudhud?sslmode=require',
      addresses: [
        'postgres://me:p%40ss@one:5433/hudhud?sslmode=require',
        'postgres://me:p%40ss@two/hudhud?sslmode=require',
        'postgres://me:p%40ss@[::1]:5434/hudhud?sslmode=require',
      ],
    });
  });

  it('with one server, or a socket, stays as it is', () => {
    for (const url of ['postgres://me@one:5433/hudhud', 'postgresql:///hudhud?host=%2Frun%2Fpostgresql']) {
      expect(toConnection(url)).toEqual({ connectionString: url });
    }
  });

  it('that cannot lead to a server that takes writes is refused in words', () => {
    expect(readAddresses('postgres://one,two/db?target_session_attrs=standby')).toEqual({
      problem: 'asks for target_session_attrs=standby; the gateway needs a server that takes writes',
    });
    expect(readAddresses('postgres://one,two:port/db')).toEqual({
      problem: 'names a server that cannot be read: "two:port"',
    });
    expect(readAddresses('mysql://one/db')).toHaveProperty('problem');
  });
});

it('connections that fail together move on by one server', () => {
  const turn = createTurn(2);
  const seen = turn.current;
  turn.failed(seen);
  turn.failed(seen);
  expect(turn.current).toBe(1);
  turn.failed(1);
  expect(turn.current).toBe(0);
});
