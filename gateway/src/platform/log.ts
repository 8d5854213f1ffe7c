// JSON lines by pino. Secrets and message text never reach them: fields that may hold either are removed by name here,
// and no code logs bodies.

import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { createOutageLog } from './outage-log.ts';

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

/** `isOutage`: which errors mean that the database is away; of those one line is written for each outage. */
export const createLog = (
  level: string,
  destination?: DestinationStream,
  isOutage: (error: unknown) => boolean = () => false,
): Log => {
  const outages = createOutageLog({ isOutage, say: (fields, text) => log.warn(fields, text) });
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // `err.message` is our own text; pino's error serializer is kept, so only other `message` fields are cut.
    redact: { paths: redactedPaths.filter((path) => path !== '*.message'), censor: '[removed]' },
    serializers: { err: pino.stdSerializers.err },
    hooks: {
      logMethod(args, method) {
        const [fields] = args as unknown as [{ readonly err?: unknown } | undefined];
        if (!outages.leavesOut(fields?.err)) method.apply(this, args);
      },
    },
  };
  const log = destination ? pino(options, destination) : pino(options);
  return log;
};
