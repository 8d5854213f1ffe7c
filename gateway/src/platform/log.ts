// JSON lines by pino. Secrets and message text never reach them: what may hold either is cut by name here, and nobody
// logs bodies.

import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

const secretNames = [
  'authorization',
  'cookie',
  'token',
  'secret',
  'password',
  'message',
  'body',
  'text',
  'answer',
  // PostgreSQL quotes the whole failing row in these parts of its errors.
  'detail',
  'where',
];

/** One level of nesting is enough: our log calls pass flat objects, requests and errors. */
const redactedPaths = secretNames.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]);

export const createLog = (level: string, destination?: DestinationStream): Log => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // `err.message` is our own text; pino's error serializer is kept, so only other `message` fields are cut.
    redact: { paths: redactedPaths.filter((path) => path !== '*.message'), censor: '[removed]' },
    serializers: { err: pino.stdSerializers.err },
  };
  return destination ? pino(options, destination) : pino(options);
};
