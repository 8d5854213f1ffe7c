// The summary of a log: how much happened when, how much of it failed and why, and how long it took. The same shape for
// requests, calls, deliveries and messages.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Failure } from './failure.ts';
import { nullable } from './nullable.ts';
import { pageQuery } from './paging.ts';
import { refTo } from './ref-to.ts';
import { Time } from './time.ts';

const Milliseconds = (description: string) => nullable(Type.Number(), description);

const Failures = Type.Object({
  code: Type.String({ description: 'Why, in one word: the error code, or where it broke.' }),
  route: nullable(
    Type.String(),
    'Where: method and path of a request, method and host of a call, the webhook of a delivery, the provider of a message.',
  ),
  failure: nullable(
    refTo(Failure),
    'One of them in words. Null for a request, whose code is in the error catalogue.',
  ),
  count: Type.Integer(),
  first_at: Time,
  last_at: Time,
});

export const LogStatistics = Type.Object(
  {
    since: Type.String({
      format: 'date-time',
      description: 'What is counted happened at or after this time.',
    }),
    until: Type.String({ format: 'date-time', description: 'And before this one.' }),
    is_whole: Type.Boolean({
      description:
        'False: more happened in the time that was asked for than is counted at once, or it was longer than 31 days. `since` says from when on it is counted.',
    }),
    count: Type.Integer(),
    failed: Type.Integer({ description: 'How many of them failed.' }),
    p95_ms: Milliseconds(
      'What 95 of 100 did not take longer than. Of a message: until WhatsApp took it, of the newest 2,000. Of a delivery: until it was accepted.',
    ),
    bucket_seconds: Type.Integer({ description: 'How long each bucket is.' }),
    buckets: Type.Array(
      Type.Object({
        starts_at: Time,
        count: Type.Integer(),
        failed: Type.Integer(),
        p95_ms: Milliseconds('As above, within the bucket; null for messages.'),
      }),
      { description: 'Oldest first, without gaps; 60 at most.' },
    ),
    failures: Type.Array(Failures, { description: 'The 20 most frequent, the most frequent first.' }),
  },
  { $id: 'LogStatistics', description: 'How much happened, how much of it failed, and how long it took.' },
);
export type LogStatistics = Static<typeof LogStatistics>;

/** The time that is counted. */
export const logSpan = {
  since: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Only what happened at or after this time. Left out: 24 hours before `until`.',
    }),
  ),
  until: pageQuery.until,
};

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Parameters of an export besides the filters of its list. */
export const exportQuery = {
  since: pageQuery.since,
  until: pageQuery.until,
  format: Type.Optional(
    TextEnum(exportFormats, {
      default: 'csv',
      description:
        '`csv`: for spreadsheets, with texts made harmless there. `ndjson`: one JSON object a line.',
    }),
  ),
};
