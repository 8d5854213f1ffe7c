// The one shape of every error answer: RFC 9457 problem details with a stable code and a pointer per bad field.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { errorCodes } from './errors.ts';
import { Failure } from './failure.ts';
import { nullable } from './nullable.ts';
import { refTo } from './ref-to.ts';
import { Time } from './time.ts';

const ErrorCodeSchema = TextEnum(errorCodes, { description: 'Stable code; the errors page explains each.' });

export const FieldError = Type.Object({
  code: ErrorCodeSchema,
  detail: Type.String({ description: 'What is wrong with this field and what is expected.' }),
  pointer: Type.Optional(Type.String({ description: 'JSON pointer into the body.' })),
  parameter: Type.Optional(Type.String({ description: 'Name of the query parameter or header.' })),
});
export type FieldError = Static<typeof FieldError>;

export const Problem = Type.Object(
  {
    type: Type.String({ description: 'Address of the page that explains the code.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: ErrorCodeSchema,
    request_id: Type.String(),
    message_id: Type.Optional(Type.String({ description: 'The message this problem is about.' })),
    provider_error: Type.Optional(refTo(Failure, 'What the provider said.')),
    closes_at: Type.Optional(
      nullable(
        Time,
        'Of `window_closed`: when the window of the person closes or closed; null: they never wrote.',
      ),
    ),
    templates: Type.Optional(
      Type.Array(Type.Object({ name: Type.String(), language: Type.String() }), {
        description: 'Of `window_closed`: up to three approved templates that can be sent instead.',
      }),
    ),
    errors: Type.Optional(Type.Array(FieldError)),
  },
  { $id: 'Problem', description: 'An error answer (RFC 9457).' },
);
export type Problem = Static<typeof Problem>;
