// Campaigns as the outside sees them: one text to many people, what stands in its way, and what became of everybody.

import Type, { type Static } from 'typebox';
import { CampaignContent } from './campaign-content.ts';
import { ListedRecipient, ListFile } from './campaign-lists.ts';
import { type MessageContent, TemplateRequest } from './content.ts';
import { CostEstimate } from './costs.ts';
import { TextEnum, UniqueList } from './enums.ts';
import { Id } from './ids.ts';
import { textCharactersMax } from './messages.ts';
import { nullable } from './nullable.ts';
import { cursorQuery, pageOf } from './paging.ts';
import { refTo } from './ref-to.ts';
import { ContactFilter, Tag } from './segments.ts';
import { campaignStates } from './states.ts';
import { filledText } from './text-fields.ts';
import { Time } from './time.ts';

/** The states of a recipient. Their counts add up to the total at every moment. */
export const recipientStates = [
  'waiting',
  'queued',
  'sent',
  'delivered',
  'read',
  'failed',
  'unconfirmed',
  'skipped',
  'cancelled',
] as const;
export type RecipientState = (typeof recipientStates)[number];

/** Problems with people of an audience. They can be left out, but only on purpose. */
export const excludableProblems = [
  'invalid_phone_number',
  'duplicate',
  'opted_out',
  'placeholder_unresolved',
  'window_closed',
] as const;
export type ExcludableProblem = (typeof excludableProblems)[number];

export const listedRecipientsMax = 10_000;
const nameCharactersMax = 200;

const content = { type: ['object', 'null'], additionalProperties: true };
const anyContent = (description: string, more: object = {}) =>
  Type.Unsafe<MessageContent | null>({ ...content, description, ...more });

const Name = filledText(nameCharactersMax, 'Name of the campaign, for people.', 'Ramadan opening hours');

const Text = Type.String({
  minLength: 1,
  maxLength: textCharactersMax,
  pattern: '\\S',
  description:
    'The text. `{{name}}` is filled from the list, then from the contact; `{{name|there}}` has a fallback.',
  examples: ['Hello {{name|there}}, we are open until midnight in Ramadan.'],
  'x-error-codes': { minLength: 'text_empty', pattern: 'text_empty', maxLength: 'text_too_long' },
});

const From = nullable(
  Type.String({ maxLength: 64 }),
  "Which sender sends it: its id or its phone number. Null or left out: the company's default.",
);

const Template = Type.Optional(
  nullable(
    refTo(TemplateRequest),
    'An approved template instead of `text`. Values may hold placeholders; a variable without one is taken from the list, then from the contact, by its name.',
  ),
);

export const Audience = Type.Object(
  {
    segment_id: Type.Optional(Id('segment', 'Everybody in this segment when the campaign starts.')),
    filter: Type.Optional(refTo(ContactFilter)),
    tags: Type.Optional(
      Type.Array(Tag, {
        minItems: 1,
        maxItems: 100,
        description: 'Everybody with at least one of these tags.',
      }),
    ),
    file: Type.Optional(ListFile),
    recipients: Type.Optional(
      Type.Array(ListedRecipient, {
        minItems: 1,
        maxItems: listedRecipientsMax,
        description: 'These people. More of them are uploaded as a file.',
      }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    $id: 'Audience',
    description: 'Who gets it: one of these.',
    examples: [{ tags: ['vip'] }],
  },
);
export type Audience = Static<typeof Audience>;

const HourText = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: ['09:00'] });

export const SendingHours = Type.Object(
  {
    from: HourText,
    until: HourText,
    days: Type.Optional(
      UniqueList(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        maxItems: 7,
        description: 'Days of the week, Monday is 1 and Sunday 7. Left out: every day.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: "Messages are only sent in these hours of the company's time zone.",
  },
);
export type SendingHours = Static<typeof SendingHours>;

export const AutoPause = Type.Object(
  {
    failure_rate: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description: 'Pauses when at least this part of the window has failed: 0.2 is a fifth.',
    }),
    window: Type.Integer({
      minimum: 10,
      maximum: 1_000,
      description: 'How many of the last messages are looked at.',
    }),
  },
  { additionalProperties: false, description: 'Pauses by itself when too many messages fail.' },
);
export type AutoPause = Static<typeof AutoPause>;

const AudienceRef = refTo(Audience);

const settings = {
  from: Type.Optional(From),
  template: Template,
  audience: Type.Optional(AudienceRef),
  schedule_at: Type.Optional(
    nullable(Time, 'When it begins, once it is started. Null or left out: as soon as it is started.'),
  ),
  sending_hours: Type.Optional(nullable(SendingHours, 'Null: around the clock.')),
  messages_per_second: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: 1_000 }), 'Null: as fast as the sender goes.'),
  ),
  auto_pause: Type.Optional(nullable(AutoPause, 'Null: never.')),
};

export const NewCampaign = Type.Object(
  { name: Name, text: Type.Optional(Text), content: Type.Optional(CampaignContent), ...settings },
  { additionalProperties: false, $id: 'NewCampaign', description: 'A draft.' },
);
export type NewCampaign = Static<typeof NewCampaign>;

export const CampaignChange = Type.Object(
  {
    name: Type.Optional(Name),
    text: Type.Optional(Text),
    content: Type.Optional(CampaignContent),
    ...settings,
  },
  { additionalProperties: false, $id: 'CampaignChange', description: 'What is left out stays.' },
);
export type CampaignChange = Static<typeof CampaignChange>;

export const RecipientCounts = Type.Object(
  Object.fromEntries(recipientStates.map((state) => [state, Type.Integer()])) as Record<
    RecipientState,
    Type.TInteger
  >,
  { description: 'Recipients by state. They add up to `total`.' },
);

export const AudienceSummary = Type.Object(
  {
    kind: TextEnum(['segment', 'filter', 'tags', 'list', 'retry']),
    segment_id: Type.Optional(Id('segment', 'The segment.')),
    filter: Type.Optional(refTo(ContactFilter)),
    tags: Type.Optional(Type.Array(Type.String())),
    file_name: Type.Optional(nullable(Type.String(), 'The file of a list, when it came from one.')),
    listed: Type.Optional(Type.Integer({ description: 'People on the list, duplicates included.' })),
    campaign_id: Type.Optional(Id('campaign', 'The campaign that is tried again.')),
    states: Type.Optional(Type.Array(TextEnum(recipientStates))),
    reasons: Type.Optional(Type.Array(Type.String())),
  },
  { description: 'Who gets it.' },
);
export type AudienceSummary = Static<typeof AudienceSummary>;

export const pauseKinds = [
  'person',
  'failure_rate',
  'schedule_missed',
  'sender_missing',
  'trial_expired',
  'template',
] as const;

export const PauseReason = Type.Object({
  kind: TextEnum(pauseKinds, { description: 'Who or what paused it.' }),
  detail: Type.String({ description: 'For people.' }),
  reasons: Type.Optional(
    Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() }), {
      description: 'With `failure_rate`: why messages failed, the commonest first.',
    }),
  ),
});
export type PauseReason = Static<typeof PauseReason>;

export const Campaign = Type.Object(
  {
    id: Id('campaign', 'The id of the campaign.'),
    name: Type.String(),
    state: TextEnum(campaignStates),
    text: Type.String({ description: 'The text, or one readable line for what is not a text.' }),
    content: anyContent('What everybody gets, before it is filled. Null: nothing has been written yet.', {
      examples: [{ type: 'text', message: 'Hello {{name|there}}, we are open until midnight.' }],
    }),
    sender_id: nullable(Id('sender', 'The sender.'), "Null: the company's default when it starts."),
    audience: nullable(AudienceSummary, 'Null: no audience chosen yet.'),
    schedule_at: nullable(Time),
    sending_hours: nullable(SendingHours),
    messages_per_second: nullable(Type.Integer()),
    auto_pause: nullable(AutoPause),
    excluded: Type.Array(TextEnum(excludableProblems), {
      description: 'The problems whose people were left out on purpose when it was started.',
    }),
    pause_reason: nullable(PauseReason, 'Why it is paused.'),
    waits_until: nullable(Time, 'While it waits for its sending hours: when they begin.'),
    total: Type.Integer({ description: 'Recipients. Grows while the campaign is being prepared.' }),
    counts: RecipientCounts,
    replied: Type.Integer({ description: 'Recipients who wrote back within 72 hours.' }),
    created_at: Time,
    started_at: nullable(Time),
    prepared_at: nullable(Time, 'When everybody was in the list of recipients.'),
    finished_at: nullable(Time),
    forgotten_at: nullable(Time, 'When its people were taken out, after their retention. The numbers stay.'),
  },
  { $id: 'Campaign', description: 'One text to many people.' },
);
export type Campaign = Static<typeof Campaign>;
export const CampaignPage = pageOf(Campaign);

export const CampaignQuery = Type.Object(
  {
    ...cursorQuery,
    state: Type.Optional(TextEnum(campaignStates)),
  },
  { additionalProperties: false },
);
export type CampaignQuery = Static<typeof CampaignQuery>;

const Person = Type.Object({
  phone_number: Type.String(),
  name: nullable(Type.String()),
  contact_id: nullable(Id('contact', 'The contact.')),
});

export const Preflight = Type.Object(
  {
    may_start: Type.Boolean({ description: 'Whether nothing stands in the way.' }),
    listed: Type.Integer({ description: 'Everybody in the audience, duplicates included.' }),
    reachable: Type.Integer({ description: 'Who gets a message when all problems are excluded.' }),
    problems: Type.Array(
      Type.Object({
        problem: TextEnum(excludableProblems),
        count: Type.Integer(),
        people: Type.Array(Person, { description: 'The first of them.' }),
        placeholders: Type.Optional(
          Type.Array(Type.Object({ placeholder: Type.String(), count: Type.Integer() }), {
            description: 'With `placeholder_unresolved`: which of them nothing fills.',
          }),
        ),
      }),
      {
        description: 'People who cannot get the message. Name these problems in `exclude` to leave them out.',
      },
    ),
    window: nullable(
      Type.Object({
        is_checked: Type.Boolean({
          description:
            'Whether people outside it are a problem: for what is no template, where the window is enforced.',
        }),
        inside: Type.Integer({ description: 'People who wrote to the sender in the last 24 hours.' }),
        outside: Type.Integer({ description: 'People to whom WhatsApp lets only templates be sent.' }),
      }),
      'Of the people who can be reached otherwise. Null: there is no sender or no audience yet.',
    ),
    consent: nullable(
      Type.Object({
        opted_in: Type.Integer({ description: 'People who agreed to get messages.' }),
        not_asked: Type.Integer({
          description: 'People of whom it is not known: WhatsApp expects that they were asked.',
        }),
      }),
      'Of the people who can be reached. Null: there is no audience yet.',
    ),
    cost: nullable(CostEstimate, 'Null: the operator has imported no rates, or there is no audience yet.'),
    obstacles: Type.Array(Type.Object({ code: Type.String(), detail: Type.String() }), {
      description: 'What must be fixed before it can start.',
    }),
    sender: nullable(
      Type.Object({
        id: Id('sender', 'The sender.'),
        name: Type.String(),
        state: Type.String(),
        messages_per_second: Type.Integer(),
      }),
    ),
    messages_per_second: Type.Integer({ description: 'How fast it will go.' }),
    expected_seconds: Type.Integer({ description: 'How long that takes, sending hours included.' }),
    sample: nullable(Type.String(), 'The text as the first person would get it.'),
    sample_content: anyContent('What the first person would get, whole.'),
  },
  { $id: 'Preflight', description: 'What would happen if the campaign were started now.' },
);
export type Preflight = Static<typeof Preflight>;

export const StartCampaign = Type.Object(
  {
    exclude: Type.Optional(
      UniqueList(TextEnum(excludableProblems), {
        maxItems: excludableProblems.length,
        description: 'Leaves out the people with these problems.',
      }),
    ),
  },
  { additionalProperties: false, $id: 'StartCampaign', description: 'Starts it.' },
);
export type StartCampaign = Static<typeof StartCampaign>;

export const retriableStates = ['failed', 'unconfirmed', 'skipped', 'cancelled'] as const;

export const RetryCampaign = Type.Object(
  {
    name: Type.Optional(Name),
    states: Type.Optional(
      UniqueList(TextEnum(retriableStates), {
        minItems: 1,
        maxItems: retriableStates.length,
        default: ['failed'],
        description: 'Whom to write to again. An `unconfirmed` message may have arrived.',
      }),
    ),
    reasons: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        minItems: 1,
        maxItems: 50,
        description: 'Only those with one of these reasons. Left out: all.',
      }),
    ),
  },
  {
    additionalProperties: false,
    $id: 'RetryCampaign',
    description: 'A new draft for those who did not get it.',
  },
);
export type RetryCampaign = Static<typeof RetryCampaign>;
