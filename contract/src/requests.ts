// The requests a customer's system made to us: what the Event Monitor lists.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import { exportQuery, logSpan } from './log-statistics.ts';
import { nullable } from './nullable.ts';
import { pageOf, pageQuery } from './paging.ts';
import { filterText } from './text-fields.ts';
import { Time } from './time.ts';

const summary = {
  id: Id('request', 'The id of the request.'),
  received_at: Time,
  kind: TextEnum(['api', 'callback'], {
    description:
      '`api`: a request of your own system. `callback`: one of a provider that could not be used, or not all of it.',
  }),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer({ description: 'The HTTP status it was answered with.' }),
  error_code: nullable(Type.String(), 'The error code it was answered with.'),
  duration_ms: Type.Number({ description: 'From arrival until its row was written.' }),
  source: Type.String({ description: 'The address it came from.' }),
  user_agent: nullable(Type.String(), 'The program that made it, in its own words.'),
  message_id: nullable(Type.String(), 'The message it made.'),
  retry_of: nullable(Type.String(), 'The failed request that this one ran again.'),
};

export const RequestSummary = Type.Object(summary, {
  $id: 'RequestSummary',
  description: 'One request, as a line of the Event Monitor.',
});
export type RequestSummary = Static<typeof RequestSummary>;

export const RequestDetail = Type.Object(
  {
    ...summary,
    caller_request_id: nullable(Type.String(), 'The X-Request-ID that the caller chose.'),
    idempotency_key: nullable(Type.String(), 'The Idempotency-Key it carried.'),
    headers: nullable(
      Type.Record(Type.String(), Type.String()),
      'Its headers, without secrets, and without those that only concern the connection.',
    ),
    body: nullable(Type.String(), 'The body, with secrets removed.'),
    body_bytes: Type.Integer({ description: 'How large the body was.' }),
    body_is_whole: Type.Boolean({ description: 'False when the body was too large to be kept whole.' }),
    answer: nullable(Type.String(), 'The answer, with secrets removed.'),
  },
  { $id: 'RequestDetail', description: 'One request with its body and its answer.' },
);
export type RequestDetail = Static<typeof RequestDetail>;

export const requestOutcomes = ['accepted', 'failed'] as const;

const filters = {
  outcome: Type.Optional(
    TextEnum(requestOutcomes, { description: '`failed`: answered with a status of 400 or above.' }),
  ),
  code: Type.Optional(filterText(64, 'Only requests answered with this error code.')),
  method: Type.Optional(TextEnum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])),
  path: Type.Optional(filterText(200, 'Only requests to paths that start like this.')),
  phone_number: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: '^\\+?(?:[ ().-]*[0-9]){4,20}[ ().-]*$',
      description: 'Only requests that name this phone number; four digits of it are enough.',
      examples: ['+966501234567'],
    }),
  ),
  text: Type.Optional(filterText(200, 'Only requests with this text in their path, body or answer.')),
};

export const RequestQuery = Type.Object({ ...pageQuery, ...filters }, { additionalProperties: false });
export type RequestQuery = Static<typeof RequestQuery>;

export const RequestFilter = Type.Object(filters, { additionalProperties: false });
export type RequestFilter = Static<typeof RequestFilter>;

export const RequestStatisticsQuery = Type.Object(
  { ...logSpan, ...filters },
  { additionalProperties: false },
);
export type RequestStatisticsQuery = Static<typeof RequestStatisticsQuery>;

export const RequestExportQuery = Type.Object(
  { ...exportQuery, ...filters },
  { additionalProperties: false },
);
export type RequestExportQuery = Static<typeof RequestExportQuery>;

export const RequestPage = pageOf(RequestSummary);

export const editedBodyCharactersMax = 65_536;

export const EditedRequest = Type.Object(
  {
    body: Type.String({
      maxLength: editedBodyCharactersMax,
      description: 'The new body, as the text that is sent.',
      examples: ['{"to":"+966501234567","message":"Your order is ready."}'],
    }),
  },
  { additionalProperties: false, $id: 'EditedRequest', description: 'Another body for a request.' },
);
export type EditedRequest = Static<typeof EditedRequest>;

export const RetryAnswer = Type.Object(
  {
    request_id: Id('request', 'The new request.'),
    retry_of: Id('request', 'The failed request that was run again.'),
    status: Type.Integer({ description: 'The HTTP status of the new request.' }),
    answer: Type.Unknown({ description: 'The answer of the new request.' }),
  },
  { $id: 'RetryAnswer', description: 'A failed request was run again.' },
);
export type RetryAnswer = Static<typeof RetryAnswer>;

export const RefusedCredentials = Type.Object(
  {
    count: Type.Integer({ description: 'How many came in the last hour.' }),
    last_at: nullable(Time, 'When the last one came; null when none did.'),
    last_source: nullable(Type.String(), 'The address that it came from.'),
  },
  {
    $id: 'RefusedCredentials',
    description:
      'Requests that named the company and did not have its token. They are counted, not listed, and a few seconds late.',
  },
);
export type RefusedCredentials = Static<typeof RefusedCredentials>;
