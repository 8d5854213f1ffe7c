import { EmbeddedPostgresError } from '@hudhud/embedded-postgres/error.ts';
import { describe, expect, it } from 'vitest';
import { SecretKeyError } from '../companies/secret-check.ts';
import { ConfigError } from '../config/config.ts';
import { PoolerError } from '../platform/database/dropped-settings.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { explainStartFailure } from './start-failure.ts';

const withCode = (code: string, message = 'it went wrong'): Error =>
  Object.assign(new Error(message), { code });

describe('a start that failed', () => {
  it('names every bad setting on a line of its own, and where to read about them', () => {
    expect(explainStartFailure(new ConfigError(['PORT is bad.', 'HOST is bad.']))).toEqual([
      'PORT is bad.',
      'HOST is bad.',
      expect.stringContaining('hudhud -- config'),
    ]);
  });

  it.each([
    new SecretKeyError('the key changed'),
    new EmbeddedPostgresError('another gateway'),
    new MigrationError('too new'),
    new PoolerError('a pooler that is too old'),
  ])('passes on what was written for people: %s', (error) => {
    expect(explainStartFailure(error)).toEqual([error.message]);
  });

  it.each([
    ['EADDRINUSE', 'PORT=3001'],
    ['EACCES', 'PORT'],
    ['28P01', 'DATABASE_URL'],
    ['3D000', 'DATABASE_URL'],
    ['ECONNREFUSED', 'DATABASE_URL'],
    ['57P03', 'DATABASE_URL'],
  ])('with the code %s says what to do about it', (code, hint) => {
    const lines = explainStartFailure(withCode(code));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(hint);
    expect(lines[0]).not.toContain('    at ');
  });

  it('for an unforeseen reason shows the stack', () => {
    expect(explainStartFailure(new Error('a bug'))[0]).toContain('start-failure.test.ts');
    expect(explainStartFailure('a text')).toEqual(['a text']);
  });
});
