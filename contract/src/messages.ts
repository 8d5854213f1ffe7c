// Sending and reading messages, as the outside sees it.

import Type, { type Static } from 'typebox';
import { Id } from './ids.ts';
import { pageOf, pageQuery } from './paging.ts';

export const textCharactersMax = 4096;

export const messageTypes = ['text'] as const;
export const messageDirections = ['out', 'in'] as const;
export const messageStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'played',
  'failed',
  'unconfirmed',
  'cancelled',
  'expired',
  'received',
] as const;
export type MessageStatus = (typeof messageStatuses)[number];

const PhoneNumber = Type.String({
  format: 'phone-number',
  description: 'International format with a leading plus sign.',
  examples: ['+966501234567'],
  'x-error-codes': { format: 'invalid_phone_number' },
});

const Text = Type.String({
  minLength: 1,
  maxLength: textCharactersMax,
  pattern: '\\S',
  description: 'The text of the message.',
  examples: ['Your appointment is on Sunday at 10:00.'],
  'x-error-codes': { minLength: 'text_empty', pattern: 'text_empty', maxLength: 'text_too_long' },
});

const MessageType = Type.Optional(
  Type.Enum([...messageTypes], {
    default: 'text',
    description: 'Kind of message.',
    'x-error-codes': { enum: 'unknown_message_type' },
  }),
);

/** The known providers are the gateway's to say, so the schema is made from its list. */
export const sendMessageBody = (providers: readonly string[]) =>
  Type.Object(
    {
      to: PhoneNumber,
      message: Text,
      type: MessageType,
      provider: Type.Optional(
        Type.Enum([...providers], {
          description: "Who carries the message. Left out: the company's default.",
          'x-error-codes': { enum: 'unknown_provider' },
        }),
      ),
    },
    { additionalProperties: false, $id: 'SendMessage', description: 'One message to one person.' },
  );
export type SendMessageBody = Static<ReturnType<typeof sendMessageBody>>;

export const SendMessageUnversionedBody = Type.Object(
  {
    phone_number: PhoneNumber,
    message: Text,
    type: MessageType,
    channel: Type.Optional(
      Type.Enum(['whatsapp'], {
        default: 'whatsapp',
        description: 'Which network carries the message.',
        'x-error-codes': { enum: 'unknown_channel' },
      }),
    ),
  },
  {
    additionalProperties: false,
    $id: 'SendMessageUnversioned',
    description: 'One message to one person, in the words of the path without a version.',
  },
);
export type SendMessageUnversionedBody = Static<typeof SendMessageUnversionedBody>;

export const SendAnswer = Type.Object(
  {
    status: Type.Enum(['sent', 'queued'], {
      description: '`sent`: the provider has taken it. `queued`: stored, and on its way by itself.',
    }),
    message_id: Id('message', 'The id of the message.'),
    timestamp: Type.String({ format: 'date-time', description: 'When it was accepted, UTC.' }),
  },
  { $id: 'SendAnswer', description: 'The message is stored.' },
);
export type SendAnswer = Static<typeof SendAnswer>;

export const Message = Type.Object(
  {
    id: Id('message', 'The id of the message.'),
    direction: Type.Enum([...messageDirections]),
    status: Type.Enum([...messageStatuses]),
    type: Type.String(),
    phone_number: Type.String({ description: 'The other person, in international format.' }),
    message: Type.String({ description: 'The text.' }),
    provider: Type.String(),
    request_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The request that made this message.',
    }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Message', description: 'One message, out or in.' },
);
export type Message = Static<typeof Message>;

export const MessageQuery = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(Type.Enum([...messageStatuses], { description: 'Only messages in this status.' })),
    direction: Type.Optional(
      Type.Enum([...messageDirections], { description: 'Only messages of this direction.' }),
    ),
    phone_number: Type.Optional(
      Type.String({
        format: 'phone-number',
        description: 'Only messages to or from this number.',
        'x-error-codes': { format: 'invalid_phone_number' },
      }),
    ),
  },
  { additionalProperties: false },
);
export type MessageQuery = Static<typeof MessageQuery>;

export const MessagePage = pageOf(Type.Unsafe<Message>({ $ref: 'Message#' }));
