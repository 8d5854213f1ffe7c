// Templates as the outside sees them: those of the senders' accounts, what they need when they are sent, and what became of
// them. Definitions are in the words of the Cloud API, the richest there are.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Failure } from './failure.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { cursorQuery, pageOf } from './paging.ts';
import { refTo } from './ref-to.ts';
import { templateCategories } from './template-content.ts';
import { Time } from './time.ts';

type Component = { type: string } & Record<string, unknown>;

const ComponentList = Type.Array(
  Type.Object(
    { type: Type.String({ maxLength: 64, description: 'HEADER, BODY, FOOTER, BUTTONS, CAROUSEL, ...' }) },
    { additionalProperties: true },
  ),
  {
    minItems: 1,
    maxItems: 10,
    description:
      'The parts of the template, in the words of the Cloud API. The sample of a header with a file may be one of ours: `"example": {"media": "med_..."}`.',
    examples: [
      [
        {
          type: 'BODY',
          text: 'Hello {{1}}, your appointment is on {{2}} at the clinic.',
          example: { body_text: [['Sara', 'Tuesday']] },
        },
      ],
    ],
  },
);

export const Components = Type.Unsafe<Component[]>(ComponentList);

const parameterFormats = ['named', 'positional'] as const;

/** A value that must or may be given when the template is sent. */
export const TemplateField = Type.Object(
  {
    kind: TextEnum(['variable', 'header', 'button', 'offer_expires_at'], {
      description: 'Where it goes: `variables`, `header`, `buttons` or `offer_expires_at`.',
    }),
    name: Type.String({
      description: 'The variable; for a header what it holds (text, image, ...); for a button its index.',
    }),
    label: Type.String({ description: 'For people.' }),
    required: Type.Boolean(),
    card: Type.Optional(Type.Integer({ description: 'Of which card of a carousel, from 0.' })),
    example: Type.Optional(Type.String({ description: 'As it was given when the template was made.' })),
  },
  { $id: 'TemplateField', description: 'One value that a template takes.' },
);
export type TemplateField = Static<typeof TemplateField>;

export const Template = Type.Object(
  {
    id: Id('template', 'The id of the template.'),
    name: Type.String(),
    language: Type.String(),
    category: Type.String({
      description:
        'marketing, utility or authentication: what WhatsApp says, which decides consent and price.',
    }),
    next_category: nullable(Type.String(), 'A change that WhatsApp has announced.'),
    next_category_at: nullable(Time, 'When that comes.'),
    status: Type.String({
      description:
        'approved, pending, rejected, paused, disabled, deleted, ... Only an approved one is sent.',
    }),
    reason: nullable(Type.String(), 'Why it was rejected, paused or disabled.'),
    quality: nullable(Type.String(), 'green, yellow or red: how people rate it.'),
    parameter_format: TextEnum(parameterFormats),
    components: Type.Unsafe<Component[]>(
      Type.Array(Type.Object({ type: Type.String() }, { additionalProperties: true }), {
        description: 'Its parts, in the words of the Cloud API.',
      }),
    ),
    fields: Type.Array(refTo(TemplateField), {
      description: 'What it takes when it is sent.',
    }),
    provider: Type.String(),
    account: Type.String({ description: "The provider's id of the business account." }),
    sender_ids: Type.Array(Id('sender', 'A sender.'), { description: 'The senders that can send it.' }),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'Template', description: 'A message text that WhatsApp has approved, or not.' },
);
export type Template = Static<typeof Template>;
export const TemplatePage = pageOf(Template);

export const TemplateQuery = Type.Object(
  {
    ...cursorQuery,
    name: Type.Optional(
      Type.String({ maxLength: 512, description: 'Only templates whose name holds this text.' }),
    ),
    status: Type.Optional(Type.String({ maxLength: 32, description: 'Only templates in this status.' })),
    category: Type.Optional(
      TextEnum(templateCategories, { description: 'Only templates of this category.' }),
    ),
    language: Type.Optional(Type.String({ maxLength: 16, description: 'Only templates in this language.' })),
    sender_id: Type.Optional(Id('sender', 'Only templates that this sender can send.')),
  },
  { additionalProperties: false },
);
export type TemplateQuery = Static<typeof TemplateQuery>;

export const TemplateChangeEntry = Type.Object({
  field: Type.String({ description: 'status, category, next_category, quality or content.' }),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
  reason: nullable(Type.String()),
  source: TextEnum(['sync', 'callback', 'person'], { description: 'Where it was learned.' }),
  at: Time,
});

export const TemplateHistory = Type.Object(
  { data: Type.Array(TemplateChangeEntry, { description: 'Newest first.' }) },
  { $id: 'TemplateHistory', description: 'What became of a template.' },
);
export type TemplateHistory = Static<typeof TemplateHistory>;

export const NewTemplate = Type.Object(
  {
    from: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "For which sender's account: its id or phone number. Left out: the company's default.",
      }),
    ),
    name: Type.String({
      maxLength: 512,
      description: 'Small letters, digits and underscores.',
      examples: ['appointment_reminder'],
    }),
    language: Type.String({ maxLength: 16, examples: ['en_US'] }),
    category: TextEnum(templateCategories, { description: 'What it is for. WhatsApp may decide otherwise.' }),
    parameter_format: Type.Optional(
      TextEnum(parameterFormats, { default: 'positional', description: 'Whether variables have names.' }),
    ),
    components: Components,
  },
  { additionalProperties: false, $id: 'NewTemplate', description: 'A template for review.' },
);
export type NewTemplate = Static<typeof NewTemplate>;

export const TemplateEdit = Type.Object(
  {
    category: Type.Optional(
      TextEnum(templateCategories, { description: 'Cannot be changed while it is approved.' }),
    ),
    components: Components,
  },
  {
    additionalProperties: false,
    $id: 'TemplateEdit',
    description: 'All parts of the template; it is reviewed again.',
  },
);
export type TemplateEdit = Static<typeof TemplateEdit>;

export const TemplateSyncResult = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        account: Type.String({ description: "The provider's id of the business account." }),
        templates: Type.Integer({ description: 'How many the account has.' }),
        changed: Type.Integer({ description: 'How many are not as they were.' }),
        error: nullable(refTo(Failure), 'Why they could not be read.'),
      }),
      { description: 'One for each business account of your senders.' },
    ),
  },
  { $id: 'TemplateSyncResult', description: 'What the providers said.' },
);
export type TemplateSyncResult = Static<typeof TemplateSyncResult>;

export const TemplateSettings = Type.Object(
  {
    otp_template: nullable(
      Type.String({ maxLength: 512 }),
      'Name of the authentication template for messages of the type `otp`. Null: the only one there is.',
    ),
  },
  { additionalProperties: false, $id: 'TemplateSettings', description: 'How templates are used.' },
);
export type TemplateSettings = Static<typeof TemplateSettings>;
