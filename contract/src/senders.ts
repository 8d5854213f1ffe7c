// Senders and the providers they are connected to, as the outside sees them.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Failure } from './failure.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { listOf, pageOf } from './paging.ts';
import { refTo } from './ref-to.ts';
import { filledText } from './text-fields.ts';
import { Time } from './time.ts';

export const senderStates = ['connected', 'suspended', 'failing'] as const;
export type SenderState = (typeof senderStates)[number];

export const senderQualities = ['green', 'yellow', 'red'] as const;
export type SenderQuality = (typeof senderQualities)[number];

export const senderNameCharactersMax = 100;
export const messagesPerSecondMax = 10_000;
const fieldCharactersMax = 4_096;

/** The facts about a provider that the schemas need. */
export interface KnownProvider {
  readonly name: string;
  readonly fields: readonly {
    readonly name: string;
    readonly label: string;
    readonly help: string;
    readonly default?: string;
  }[];
}

const Name = filledText(senderNameCharactersMax, 'How people call this sender.', 'Front desk');

const MessagesPerSecond = Type.Integer({
  minimum: 1,
  maximum: messagesPerSecondMax,
  description: "How many messages it may send in one second. Left out: the provider's own limit.",
  examples: [80],
});

const PhoneNumber = Type.String({
  format: 'phone-number',
  description:
    'The number people see, in international format. A test of the connection fills it in by itself.',
  'x-error-codes': { format: 'invalid_phone_number' },
});

const RegisterCallback = Type.Literal(true, {
  description:
    'Tell the provider the callback address of the sender, where a program can tell it (`registers_callback` of the provider). Leave it out when another system takes the callbacks of this number. A refusal is in `callback_problem`.',
});

const { description: storeDescription, ...storeId } = Id(
  'store',
  'The store that it sends for; null or left out: the whole company.',
) as unknown as Record<string, unknown>;
const StoreId = Type.Unsafe<string | null>({
  ...storeId,
  type: ['string', 'null'],
  description: storeDescription,
});

/** A field of several providers is explained for each of them. */
const describeField = (providers: readonly KnownProvider[], wanted: string): string => {
  const found = providers.flatMap(({ name, fields }) =>
    fields
      .filter((field) => field.name === wanted)
      .map(({ label, help }) => [name, `${label}. ${help}`] as const),
  );
  const texts = new Set(found.map(([, text]) => text));
  const [only] = texts;
  return texts.size === 1 && only !== undefined
    ? only
    : found.map(([name, text]) => `${name}: ${text}`).join(' ');
};

/** Which fields there are is the providers' to say; which of them a provider needs is checked by the gateway. */
const providerFields = (providers: readonly KnownProvider[]) => {
  const fields = providers.flatMap((provider) => provider.fields);
  const [first] = providers;
  const required = first?.fields.filter((field) => field.default === undefined) ?? [];
  return Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    description: 'The credentials at the provider. Secret ones are never shown again.',
    additionalProperties: false,
    properties: Object.fromEntries(
      [...new Set(fields.map(({ name }) => name))].map((name) => [
        name,
        { type: 'string', maxLength: fieldCharactersMax, description: describeField(providers, name) },
      ]),
    ),
    examples: [Object.fromEntries(required.map(({ name }) => [name, `your-${name.replaceAll('_', '-')}`]))],
  });
};

export const newSenderBody = (providers: readonly KnownProvider[]) =>
  Type.Object(
    {
      name: Name,
      provider: TextEnum(
        providers.map(({ name }) => name),
        { description: 'Who carries its messages.', 'x-error-codes': { enum: 'unknown_provider' } },
      ),
      fields: providerFields(providers),
      is_simulated: Type.Optional(
        Type.Boolean({
          default: false,
          description: "Connect it to this gateway's simulator; `fields` is then empty.",
        }),
      ),
      register_callback: Type.Optional(RegisterCallback),
      store_id: Type.Optional(StoreId),
      phone_number: Type.Optional(PhoneNumber),
      messages_per_second: Type.Optional(MessagesPerSecond),
      is_default: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            "Send with it what names no sender. A company's first sender is the default by itself.",
        }),
      ),
    },
    { additionalProperties: false, $id: 'NewSender', description: 'A WhatsApp number to send with.' },
  );
export type NewSenderBody = Static<ReturnType<typeof newSenderBody>>;

export const changeSenderBody = (providers: readonly KnownProvider[]) =>
  Type.Object(
    {
      name: Type.Optional(Name),
      fields: Type.Optional(providerFields(providers)),
      register_callback: Type.Optional(RegisterCallback),
      store_id: Type.Optional(StoreId),
      phone_number: Type.Optional(PhoneNumber),
      messages_per_second: Type.Optional(MessagesPerSecond),
      is_default: Type.Optional(
        Type.Literal(true, { description: 'Make it the default; the one before no longer is.' }),
      ),
    },
    {
      additionalProperties: false,
      $id: 'SenderChange',
      description:
        'What is left out stays. A new set of `fields` connects a suspended sender again, and turns a simulated one into a real one.',
    },
  );
export type ChangeSenderBody = Static<ReturnType<typeof changeSenderBody>>;

const NullableFailure = nullable(refTo(Failure));

const Restriction = Type.Object({
  kind: Type.String({ examples: ['restricted_biz_initiated_messaging'] }),
  ends_at: nullable(Time),
});

export const SenderHealth = Type.Object(
  {
    quality: nullable(TextEnum(senderQualities)),
    people_per_day: nullable(
      Type.Integer(),
      'How many people it may write to first within 24 hours; null: no limit, or not known.',
    ),
    is_unlimited: Type.Boolean(),
    people_reached: Type.Integer({
      description: 'Different people that it wrote to in the 24 hours before `read_at`.',
    }),
    messages_per_second: nullable(Type.Integer()),
    name: nullable(Type.String()),
    name_status: Type.Union([Type.String(), Type.Null()], { examples: ['APPROVED'] }),
    restrictions: Type.Array(Restriction),
    token_ends_at: nullable(Time, 'Null: it has no end, or the provider does not say.'),
    read_at: nullable(Time),
    failure: NullableFailure,
  },
  { $id: 'SenderHealth', description: 'What the provider last said of a number.' },
);
export type SenderHealth = Static<typeof SenderHealth>;

export const Sender = Type.Object(
  {
    id: Id('sender', 'The id of the sender.'),
    name: Type.String(),
    provider: Type.String(),
    account: Type.String({
      description: "The provider's own name for the number; empty where its callbacks name none.",
    }),
    phone_number: nullable(Type.String()),
    store_id: nullable(Type.String()),
    is_default: Type.Boolean(),
    is_simulated: Type.Boolean({ description: "It is a number of this gateway's simulator." }),
    messages_per_second: Type.Integer(),
    state: TextEnum(senderStates, {
      description:
        '`connected`: it sends. `failing`: its last test failed, or the provider cannot be reached or is at fault; its messages are still tried, and the first that goes out connects it again. `suspended`: it must be fixed first; its messages wait.',
    }),
    failure: NullableFailure,
    state_changed_at: Time,
    fields: Type.Record(
      Type.String(),
      Type.Object({
        is_set: Type.Boolean(),
        value: Type.Optional(Type.String({ description: 'Left out for secrets.' })),
      }),
      { description: 'The credentials: secret ones only say whether they are set. Empty when simulated.' },
    ),
    callback_url: Type.String({ description: 'Give this address to the provider.' }),
    last_callback_at: nullable(Time),
    callback_problem: nullable(
      Type.Object({
        code: Type.String({
          description:
            '`callback_refused`: it was not signed with the secret of this sender. `invalid_json`: it could not be read. `callback_number_unknown`: it was about a number that no sender has.',
        }),
        detail: Type.String(),
        at: Time,
      }),
      'The last callback that could not be used; null when there was none.',
    ),
    health: nullable(refTo(SenderHealth), 'Read once a day and after a test; null before the first reading.'),
    created_at: Time,
  },
  { $id: 'Sender', description: 'A WhatsApp number of the company at one provider.' },
);
export type Sender = Static<typeof Sender>;

export const SenderPage = pageOf(Sender);

export const doctorStates = ['working', 'broken', 'skipped'] as const;

const DoctorStep = Type.Object({
  step: Type.String({
    description:
      'A stable word: `token`, `scopes`, `number`, `subscription`, `callback`, `signature` or `connection`.',
    examples: ['token'],
  }),
  title: Type.String(),
  state: TextEnum(doctorStates),
  failure: NullableFailure,
});
export type DoctorStep = Static<typeof DoctorStep>;

export const HeardQuery = Type.Object(
  {
    since: Type.String({
      format: 'date-time',
      description: 'A moment of the last 24 hours: `tested_at` of the test.',
    }),
  },
  { additionalProperties: false },
);
export type HeardQuery = Static<typeof HeardQuery>;

export const Heard = Type.Object(
  {
    message_id: nullable(
      Id('message', 'The message.'),
      'The first message that came in since then; null: none so far.',
    ),
    callback_problem: Sender.properties.callback_problem,
  },
  { $id: 'Heard', description: 'Whether a message has come in: the last step of the doctor.' },
);
export type Heard = Static<typeof Heard>;

export const SenderTest = Type.Object(
  {
    is_working: Type.Boolean(),
    phone_number: nullable(Type.String()),
    name: nullable(Type.String(), 'As people see it on WhatsApp.'),
    failure: NullableFailure,
    state: TextEnum(senderStates, { description: 'The state of the sender after the test.' }),
    steps: Type.Array(DoctorStep, {
      description: 'What was checked, in order. The first broken step ends it and says what to do.',
    }),
    tested_at: Time,
  },
  { $id: 'SenderTest', description: 'Whether the credentials of a sender work.' },
);
export type SenderTest = Static<typeof SenderTest>;

export const Provider = Type.Object(
  {
    name: Type.String({ examples: ['meta_cloud'] }),
    title: Type.String(),
    fields: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        help: Type.String(),
        is_secret: Type.Boolean(),
        is_required: Type.Boolean(),
        default: nullable(Type.String()),
      }),
    ),
    limits: Type.Object({
      messages_per_second: Type.Integer(),
      pair_milliseconds: Type.Integer({ description: 'One message to one person in this time.' }),
      pair_burst: Type.Integer({ description: 'So many at once, borrowed from the time to come.' }),
    }),
    content: Type.Array(
      Type.Object({
        kind: Type.String({ examples: ['text'] }),
        characters_max: Type.Integer({ description: 'Of its longest text.' }),
        needs_window: Type.Boolean({
          description: 'It can only be sent within 24 hours after the person last wrote.',
        }),
      }),
      { description: 'What it carries.' },
    ),
    correlation: TextEnum(['echo', 'callback_url', 'client_id', 'none'], {
      description:
        'How a status finds its message when the answer to the send was lost. `none`: an `unconfirmed` message cannot settle by itself.',
    }),
    registers_callback: Type.Boolean({
      description: 'A program can tell it the callback address: see `register_callback` of a sender.',
    }),
  },
  { $id: 'Provider', description: 'A service that carries messages.' },
);
export type Provider = Static<typeof Provider>;

export const ProviderList = listOf(Provider);
