// Sending and reading messages, as the outside sees it.

import Type, { type Static } from 'typebox';
import type { MessageContent } from './content.ts';
import { TextEnum } from './enums.ts';
import { Failure } from './failure.ts';
import { Id } from './ids.ts';
import type { IncomingDetails } from './incoming-details.ts';
import { exportQuery, logSpan } from './log-statistics.ts';
import { nullable } from './nullable.ts';
import { pageOf, pageQuery } from './paging.ts';
import { Problem } from './problem.ts';
import { refTo } from './ref-to.ts';
import { sendBody } from './send-content.ts';
import { messageStatuses } from './states.ts';
import type { StatusDetails } from './status-details.ts';
import { filledText, filterText } from './text-fields.ts';
import { Time } from './time.ts';

export const textCharactersMax = 4096;

export const messageDirections = ['out', 'in'] as const;

const PhoneNumber = Type.Optional(
  Type.String({
    format: 'recipient-number',
    description:
      'International format with a leading plus sign. A number that cannot be one of its country is refused, unless the person has written to you from it. Required unless `recipient` is there.',
    examples: ['+966501234567'],
    'x-error-codes': { format: 'invalid_phone_number' },
  }),
);

/** A user id of WhatsApp, or digits; what events call `sender_id`. */
const personForm = '^(?:\\d{5,20}|[A-Z]{2}\\.(?:ENT\\.)?[A-Za-z0-9]{1,128})$';

const Recipient = Type.Optional(
  Type.String({
    pattern: personForm,
    description:
      'The person by what events call `sender_id` or `recipient_id`, instead of a phone number: WhatsApp gives people who hide their number a user id.',
    examples: ['US.13491208655302741918'],
  }),
);

/** One of the two ways to name the person must be there. */
const unlessRecipient = (field: string) => ({
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { properties: { [field]: {} }, required: [field] },
  if: { not: { properties: { recipient: {} }, required: ['recipient'] } },
});

export const onUnknownChoices = ['hold', 'retry', 'fail'] as const;
export const variableCharactersMax = 1_024;
const variablesMax = 50;
const referenceCharactersMax = 200;

/** Fields that both send paths share beyond the message itself. */
const sendOptions = {
  from: Type.Optional(
    Type.String({
      maxLength: 64,
      description: "Which sender sends it: its id or its phone number. Left out: the company's default.",
      examples: ['+966112345678'],
    }),
  ),
  variables: Type.Optional(
    Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: variableCharactersMax }), {
      maxProperties: variablesMax,
      description:
        'Values for the placeholders in every text of the content: `{{name}}`, or `{{name|fallback}}`.',
      examples: [{ name: 'Sara' }],
    }),
  ),
  reference: Type.Optional(
    Type.String({
      maxLength: referenceCharactersMax,
      description:
        'A text of your own, such as an order number. It comes back with the message and its events.',
      examples: ['order-1042'],
    }),
  ),
  schedule_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'When to send it, at most 30 days ahead. Left out: at once.',
    }),
  ),
  on_unknown: Type.Optional(
    TextEnum(onUnknownChoices, {
      default: 'hold',
      description:
        'What to do when it is unclear whether the provider has accepted the message. `hold`: keep it `unconfirmed` until a status says. `retry`: send it again, which may reach the person twice. `fail`: mark it failed.',
    }),
  ),
  transactional: Type.Optional(
    Type.Object(
      {
        reason: filledText(
          200,
          'Why the person needs it all the same. It is kept with the message.',
          'one-time code',
        ),
      },
      {
        additionalProperties: false,
        description: 'Sends it also to a person who has opted out: a one-time code, a bill.',
      },
    ),
  ),
};

/** The known providers, and kinds of content beside ours, are the gateway's to say, so the schema is made for it. */
export const sendMessageBody = (providers: readonly string[]) =>
  sendBody({
    $id: 'SendMessage',
    description: 'One message to one person. `type` says what it holds; left out: a text.',
    before: { to: PhoneNumber },
    after: {
      provider: Type.Optional(
        TextEnum(providers, {
          description: "Who carries the message. Left out: the company's default.",
          'x-error-codes': { enum: 'unknown_provider' },
        }),
      ),
      recipient: Recipient,
      ...sendOptions,
    },
    example: { to: '+966501234567' },
    rules: unlessRecipient('to'),
  });
export type SendMessageBody = Static<ReturnType<typeof sendMessageBody>>;

export const sendMessageUnversionedBody = () =>
  sendBody({
    $id: 'SendMessageUnversioned',
    description: 'One message to one person, in the words of the path without a version.',
    before: { phone_number: PhoneNumber },
    after: {
      channel: Type.Optional(
        TextEnum(['whatsapp'], {
          default: 'whatsapp',
          description: 'Which network carries the message.',
          'x-error-codes': { enum: 'unknown_channel' },
        }),
      ),
      recipient: Recipient,
      ...sendOptions,
    },
    example: { phone_number: '+966501234567' },
    rules: unlessRecipient('phone_number'),
  });
export type SendMessageUnversionedBody = Static<ReturnType<typeof sendMessageUnversionedBody>>;

export const SendAnswer = Type.Object(
  {
    status: TextEnum(['sent', 'queued', 'unconfirmed'], {
      description:
        '`sent`: the provider has accepted it. `queued`: stored, and will be sent by itself. `unconfirmed`: the provider did not say whether it accepted it; a status will tell.',
    }),
    message_id: Id('message', 'The id of the message.'),
    timestamp: Type.String({ format: 'date-time', description: 'When it was accepted, UTC.' }),
    notice: Type.Optional(
      Type.String({
        description:
          'What you should know of it: why it cannot go out now, for example a suspended sender, or that the fallback template is sent instead of the text.',
      }),
    ),
  },
  { $id: 'SendAnswer', description: 'The message is stored.' },
);
export type SendAnswer = Static<typeof SendAnswer>;

export type MessageDetails = IncomingDetails & Pick<StatusDetails, 'pricing' | 'conversation'>;

export const Message = Type.Object(
  {
    id: Id('message', 'The id of the message.'),
    direction: TextEnum(messageDirections),
    status: TextEnum(messageStatuses),
    type: Type.String(),
    phone_number: Type.String({
      description: 'The other person, in international format. Empty when their number is not known.',
    }),
    user_id: nullable(
      Type.String(),
      'The id that WhatsApp gives the person for your business, where it is known from this message.',
    ),
    username: nullable(Type.String(), 'Incoming only: the username the person chose, with its @.'),
    message: Type.String({ description: 'The text, or one readable line for what is not a text.' }),
    content: Type.Unsafe<MessageContent | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description:
        'What it holds, in the words of a send request. Null: an incoming message of which only the line is known.',
      examples: [{ type: 'text', message: 'Your appointment is on Sunday at 10:00.' }],
    }),
    details: Type.Unsafe<MessageDetails | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description:
        'What the provider says besides. Of an incoming message: the parts that its event has too (media, location, contacts, choice, refers_to, ...). Of one of your own, when you read it alone: `pricing` and `conversation`. Null: nothing.',
      examples: [
        { reaction: { emoji: '👍' }, refers_to: { kind: 'reaction', provider_message_id: 'wamid.HBgM' } },
      ],
    }),
    provider: Type.String(),
    sender_id: nullable(Type.String(), 'The sender that sends or got it.'),
    reference: nullable(Type.String(), 'Your own text.'),
    attempts: Type.Integer({ description: 'How often it was handed to the provider.' }),
    schedule_at: nullable(Time, 'When it was asked to be sent.'),
    next_attempt_at: nullable(Time, 'When it is tried next, if it has to wait until then.'),
    provider_message_id: nullable(Type.String(), "The provider's own id of it."),
    contact_name: nullable(Type.String(), 'Incoming only: the name the person gave themselves.'),
    failure: nullable(refTo(Failure), 'Why it failed, or why it has to wait.'),
    transactional_reason: nullable(
      Type.String(),
      'Why it was to reach also a person who has opted out. Null: it was not.',
    ),
    request_id: nullable(Type.String(), 'The request that made this message.'),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'Message', description: 'One message, out or in.' },
);
export type Message = Static<typeof Message>;

const filters = {
  status: Type.Optional(TextEnum(messageStatuses, { description: 'Only messages in this status.' })),
  direction: Type.Optional(TextEnum(messageDirections, { description: 'Only messages of this direction.' })),
  phone_number: Type.Optional(
    Type.String({
      format: 'recipient-number',
      description: 'Only messages to or from the person with this number, whatever form of it they went to.',
      'x-error-codes': { format: 'invalid_phone_number' },
    }),
  ),
  recipient: Type.Optional(
    Type.String({
      pattern: personForm,
      description: 'Only messages to or from this person: what events call `sender_id` or `recipient_id`.',
    }),
  ),
  text: Type.Optional(
    filterText(
      200,
      'Only messages with this text in what they say, in their reference, or in why they failed.',
    ),
  ),
};

export const MessageQuery = Type.Object({ ...pageQuery, ...filters }, { additionalProperties: false });
export type MessageQuery = Static<typeof MessageQuery>;

export const MessageStatisticsQuery = Type.Object(
  { ...logSpan, ...filters },
  { additionalProperties: false },
);
export type MessageStatisticsQuery = Static<typeof MessageStatisticsQuery>;

export const MessageExportQuery = Type.Object(
  { ...exportQuery, ...filters },
  { additionalProperties: false },
);
export type MessageExportQuery = Static<typeof MessageExportQuery>;

export const MessagePage = pageOf(Message);

export const batchMessagesMax = 1_000;

export const SendBatchBody = Type.Object(
  {
    messages: Type.Array(Type.Unknown({ description: 'A message, as in the request that sends one.' }), {
      minItems: 1,
      maxItems: batchMessagesMax,
      description: 'Each is judged on its own; those that are accepted are stored together.',
      examples: [
        [
          { to: '+966501234567', message: 'Your order is ready.' },
          { to: '+966501234568', message: 'Hello {{name|there}}', variables: { name: 'Sara' } },
        ],
      ],
      'x-error-codes': { minItems: 'batch_empty', maxItems: 'batch_too_large' },
    }),
  },
  { additionalProperties: false, $id: 'SendBatch', description: 'Many messages in one request.' },
);
export type SendBatchBody = Static<typeof SendBatchBody>;

export const BatchError = Type.Pick(Problem, ['title', 'detail', 'code', 'errors'], {
  $id: 'BatchError',
  description: 'Why one message of a batch was refused.',
});
export type BatchError = Static<typeof BatchError>;

export const SendBatchAnswer = Type.Object(
  {
    accepted: Type.Integer({ description: 'How many are stored.' }),
    refused: Type.Integer({ description: 'How many are not.' }),
    results: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Place in the request, from 0.' }),
        status: TextEnum(['queued', 'refused']),
        message_id: Type.Optional(Id('message', 'The id of the message, when it is stored.')),
        notice: Type.Optional(
          Type.String({ description: 'Says that the fallback template is sent instead of the text.' }),
        ),
        error: Type.Optional(refTo(BatchError)),
      }),
      { description: 'One for each message, in the order of the request.' },
    ),
  },
  { $id: 'SendBatchAnswer', description: 'What became of each message.' },
);
export type SendBatchAnswer = Static<typeof SendBatchAnswer>;

export const MarkReadBody = Type.Object(
  {
    typing: Type.Optional(
      Type.Boolean({ default: false, description: 'Also shows the person that an answer is being typed.' }),
    ),
  },
  { $id: 'MarkReadBody', additionalProperties: false, description: 'How a message is marked as read.' },
);
export type MarkReadBody = Static<typeof MarkReadBody>;

export const MarkReadAnswer = Type.Object(
  { message_id: Id('message', 'The message.'), status: Type.Literal('read') },
  { $id: 'MarkReadAnswer', description: 'The provider has accepted the mark.' },
);
export type MarkReadAnswer = Static<typeof MarkReadAnswer>;
