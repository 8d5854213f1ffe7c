// Why the gateway or a command could not start, in words for the person in front of it.

import { EmbeddedPostgresError } from '@hudhud/embedded-postgres/error.ts';
import { SecretKeyError } from '../companies/secret-check.ts';
import { ConfigError } from '../config/config.ts';
import { isDatabaseOutage } from '../platform/database/database.ts';
import { PoolerError } from '../platform/database/dropped-settings.ts';
import { MigrationError } from '../platform/database/migrate.ts';

const isForPeople = (error: unknown): error is Error =>
  error instanceof SecretKeyError ||
  error instanceof EmbeddedPostgresError ||
  error instanceof PoolerError ||
  error instanceof MigrationError;

export const explainStartFailure = (error: unknown): string[] => {
  if (error instanceof ConfigError) {
    return [...error.problems, 'See all settings with: npm run hudhud -- config'];
  }
  if (isForPeople(error)) return [error.message];
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EADDRINUSE') {
    return [
      'The port is already in use. Stop the other program, or choose another port: PORT=3001 npm start',
    ];
  }
  if (code === 'EACCES') {
    return [`${message}. Choose a port above 1024 with PORT, or a folder you may write to with DATA_DIR.`];
  }
  if (code === '28P01' || code === '28000' || code === '3D000') {
    return [
      `The database refused the connection: ${message}. Check user, password and name in DATABASE_URL.`,
    ];
  }
  if (isDatabaseOutage(error)) {
    return [`The database cannot be reached: ${message}. Check DATABASE_URL and that PostgreSQL is running.`];
  }
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
};
