// People, as the outside sees them: their fields, tags and consent.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { cursorQuery, listOf, pageOf } from './paging.ts';
import { refTo } from './ref-to.ts';
import { consents, FieldName, FieldValue, Tag } from './segments.ts';
import { filledText } from './text-fields.ts';
import { Time } from './time.ts';

export const nameCharactersMax = 200;
export const notesCharactersMax = 5_000;
export const tagsMax = 50;
export const bulkContactsMax = 10_000;
export const tagTargetsMax = 10_000;
export const fieldsMax = 100;

const WrittenNumber = Type.String({
  minLength: 3,
  maxLength: 60,
  description:
    'International format, such as +966501234567. With a default country in the contact settings also as people there write it.',
  examples: ['+966501234567'],
  'x-error-codes': { minLength: 'invalid_phone_number', maxLength: 'invalid_phone_number' },
});
const Name = Type.String({ maxLength: nameCharactersMax, description: 'Name of the person.' });
const LanguageTag = Type.String({
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
  maxLength: 35,
  description: 'Language of the person, such as `ar` or `en-GB`.',
});
const Notes = Type.String({ maxLength: notesCharactersMax, description: 'What people should know.' });
const Tags = Type.Array(Tag, { maxItems: tagsMax, description: 'All tags of the person.' });
const Fields = Type.Record(Type.String({ maxLength: 64 }), nullable(FieldValue), {
  maxProperties: fieldsMax,
  description: 'Values of your own fields by name. Null takes a value away; what is left out stays.',
});
const ConsentState = TextEnum(consents);
const Source = filledText(200, 'Where the consent comes from, in your words.', 'order form');

const consent = { state: TextEnum(['opted_in', 'opted_out']), source: Type.Optional(Source) };

export const ConsentChange = Type.Object(consent, {
  additionalProperties: false,
  $id: 'ConsentChange',
  description: 'Whether the person wants to get messages.',
});
export type ConsentChange = Static<typeof ConsentChange>;
const ConsentField = Type.Object(consent, {
  additionalProperties: false,
  description:
    'Whether the person wants to get messages. Somebody who has opted out stays opted out: only the person, or a change of the consent itself, lifts that.',
});

const details = {
  name: Type.Optional(Name),
  language: Type.Optional(nullable(LanguageTag)),
  store_id: Type.Optional(nullable(Id('store', 'The store the person belongs to.'))),
  notes: Type.Optional(Notes),
  tags: Type.Optional(Tags),
  fields: Type.Optional(Fields),
};

export const NewContact = Type.Object(
  { phone_number: WrittenNumber, ...details, consent: Type.Optional(ConsentField) },
  { additionalProperties: false, $id: 'NewContact', description: 'A person to add.' },
);
export type NewContact = Static<typeof NewContact>;

export const ContactUpsert = Type.Object(
  { ...details, consent: Type.Optional(ConsentField) },
  {
    additionalProperties: false,
    $id: 'ContactUpsert',
    description: 'What is left out stays as it is, or empty when the person is new.',
  },
);
export type ContactUpsert = Static<typeof ContactUpsert>;

export const ContactChange = Type.Object(
  { phone_number: Type.Optional(WrittenNumber), ...details },
  { additionalProperties: false, $id: 'ContactChange', description: 'What is left out stays.' },
);
export type ContactChange = Static<typeof ContactChange>;

/** The ways WhatsApp and the company know a person. */
export const addressKinds = ['phone', 'wa_id', 'bsuid', 'parent_bsuid', 'username'] as const;

const ContactAddress = Type.Object({
  kind: TextEnum(addressKinds),
  value: Type.String({ description: 'A number with its plus sign, a user id, or a username with its @.' }),
  whatsapp_id: Type.Optional(
    Type.String({ description: "WhatsApp's own form of the number, where it differs." }),
  ),
});

export const Contact = Type.Object(
  {
    id: Id('contact', 'The id of the contact.'),
    phone_number: Type.String({
      description: 'E.164, with its plus sign. Empty for a person whom WhatsApp knows by a user id only.',
    }),
    addresses: Type.Array(ContactAddress, {
      description: 'Every way the person is known at WhatsApp: numbers, user ids, a username.',
    }),
    name: Type.String(),
    language: nullable(Type.String()),
    store_id: nullable(Type.String()),
    notes: Type.String(),
    tags: Type.Array(Type.String()),
    fields: Type.Record(Type.String(), FieldValue),
    consent: Type.Object({
      state: ConsentState,
      at: nullable(Time, 'Since when.'),
      source: nullable(Type.String(), 'Where it comes from.'),
    }),
    last_seen_at: nullable(Time, 'When the person last wrote to you, to the minute.'),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'Contact', description: 'A person, by every address they are known by.' },
);
export type Contact = Static<typeof Contact>;
export const ContactMergeRequest = Type.Object(
  {
    other_id: Id('contact', 'The contact that becomes part of this one.'),
    preview: Type.Optional(
      Type.Boolean({ default: false, description: 'Only show what the contact would look like.' }),
    ),
  },
  {
    additionalProperties: false,
    $id: 'ContactMergeRequest',
    description: 'Which contact is the same person.',
  },
);
export type ContactMergeRequest = Static<typeof ContactMergeRequest>;

export const ContactMerge = Type.Object(
  {
    id: nullable(Id('contactMerge', 'The id of the merge.'), 'Null in a preview.'),
    contact: refTo(Contact),
  },
  { $id: 'ContactMerge', description: 'Two contacts that are one person now.' },
);
export type ContactMerge = Static<typeof ContactMerge>;

export const ContactMergeEntry = Type.Object(
  {
    id: Id('contactMerge', 'The id of the merge.'),
    merged_contact_id: Id('contact', 'The contact that became part of this one.'),
    name: Type.String({ description: 'Its name before.' }),
    phone_number: nullable(Type.String(), 'Its number before.'),
    source: Type.String({ description: '`whatsapp` when WhatsApp said so, else who asked for it.' }),
    merged_at: Time,
    undone_at: nullable(Time),
    can_be_undone: Type.Boolean(),
  },
  { $id: 'ContactMergeEntry', description: 'One merge of the past.' },
);
export type ContactMergeEntry = Static<typeof ContactMergeEntry>;
export const ContactMerges = listOf(ContactMergeEntry);

export const ContactPage = pageOf(Contact);

export const contactSorts = ['created', 'name', 'last_seen'] as const;
export type ContactSort = (typeof contactSorts)[number];

/** Filters of lists and exports. `field.<name>=<value>` is accepted too. */
export const contactFilterQuery = {
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Beginnings of words of the name, or the beginning or the end of the number.',
    }),
  ),
  tag: Type.Optional(Type.String({ maxLength: 500, description: 'Tags, separated by commas: all of them.' })),
  consent: Type.Optional(ConsentState),
  store_id: Type.Optional(Id('store', 'Only people of this store.')),
  language: Type.Optional(Type.String({ maxLength: 35, description: 'Only people with this language.' })),
  segment_id: Type.Optional(Id('segment', 'Only people of this segment.')),
};

const fieldPattern = { '^field\\.': Type.String({ maxLength: 1_000 }) };

export const ContactQuery = Type.Object(
  {
    limit: cursorQuery.limit,
    cursor: Type.Optional(
      Type.String({ maxLength: 2_000, description: '`next_cursor` of the page before.' }),
    ),
    sort: Type.Optional(
      TextEnum(contactSorts, {
        default: 'created',
        description: '`created` and `last_seen`: the latest first. `name`: from A to Z.',
      }),
    ),
    ...contactFilterQuery,
  },
  { additionalProperties: false, patternProperties: fieldPattern },
);
export type ContactQuery = Static<typeof ContactQuery>;

export const exportFormats = ['csv'] as const;
export const ContactExportQuery = Type.Object(
  {
    format: Type.Optional(TextEnum(exportFormats, { default: 'csv' })),
    ...contactFilterQuery,
  },
  { additionalProperties: false, patternProperties: fieldPattern },
);
export type ContactExportQuery = Static<typeof ContactExportQuery>;

export const ConsentEntry = Type.Object(
  {
    state: ConsentState,
    source: Type.String(),
    at: Time,
    message_id: nullable(Type.String(), 'The message that made it so.'),
  },
  { $id: 'ConsentEntry' },
);
export type ConsentEntry = Static<typeof ConsentEntry>;
export const ConsentHistory = Type.Object({
  data: Type.Array(refTo(ConsentEntry), {
    description: 'The latest first, at most 200.',
  }),
});

export const BulkContacts = Type.Object(
  {
    contacts: Type.Array(Type.Unknown({ description: 'A contact, as in the request that adds one.' }), {
      minItems: 1,
      maxItems: bulkContactsMax,
      description: 'Each is judged on its own; those that are good are written in one commit.',
      examples: [[{ phone_number: '+966501234567', name: 'Sara', tags: ['vip'] }]],
      'x-error-codes': { minItems: 'batch_empty', maxItems: 'batch_too_large' },
    }),
  },
  { additionalProperties: false, $id: 'BulkContacts', description: 'Many contacts in one request.' },
);
export type BulkContacts = Static<typeof BulkContacts>;

export const BulkContactsAnswer = Type.Object(
  {
    created: Type.Integer(),
    updated: Type.Integer(),
    refused: Type.Integer(),
    results: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Place in the request, from 0.' }),
        status: TextEnum(['created', 'updated', 'refused']),
        id: Type.Optional(Id('contact', 'The contact.')),
        code: Type.Optional(Type.String({ description: 'Why it was refused.' })),
        detail: Type.Optional(Type.String()),
      }),
    ),
  },
  { $id: 'BulkContactsAnswer', description: 'What became of each contact.' },
);
export type BulkContactsAnswer = Static<typeof BulkContactsAnswer>;

export const TagChange = Type.Object(
  {
    contact_ids: Type.Array(Id('contact', 'A contact.'), {
      minItems: 1,
      maxItems: tagTargetsMax,
      description: 'Whose tags change.',
      examples: [['con_01kagx5p9ne0ps4a2v7qk3m8dz']],
    }),
    add: Type.Optional(Type.Array(Tag, { maxItems: tagsMax })),
    remove: Type.Optional(Type.Array(Tag, { maxItems: tagsMax })),
  },
  { additionalProperties: false, $id: 'TagChange', description: 'Tags for many people at once.' },
);
export type TagChange = Static<typeof TagChange>;
export const TagChangeAnswer = Type.Object(
  { changed: Type.Integer({ description: 'How many contacts have other tags now.' }) },
  { $id: 'TagChangeAnswer' },
);

export const TagList = Type.Object(
  {
    data: Type.Array(Type.Object({ tag: Type.String(), contacts: Type.Integer() }), {
      description: 'The most used first. Counted over the latest 100,000 contacts.',
    }),
  },
  { $id: 'TagList', description: 'The tags in use.' },
);

export const fieldTypes = ['text', 'number', 'date', 'boolean', 'choice'] as const;
export type FieldType = (typeof fieldTypes)[number];

const FieldLabel = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', examples: ['City'] });
const Choices = Type.Array(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), {
  maxItems: 200,
  description: 'For `choice`: what may be chosen.',
});

export const ContactField = Type.Object(
  {
    name: Type.String(),
    label: Type.String(),
    type: TextEnum(fieldTypes),
    choices: Type.Array(Type.String()),
    created_at: Time,
  },
  { $id: 'ContactField', description: 'A field of your own that every contact may have.' },
);
export type ContactField = Static<typeof ContactField>;
export const ContactFieldList = listOf(ContactField);

export const NewContactField = Type.Object(
  {
    name: FieldName,
    label: Type.Optional(FieldLabel),
    type: TextEnum(fieldTypes, { examples: ['text'] }),
    choices: Type.Optional(Choices),
  },
  { additionalProperties: false, $id: 'NewContactField', description: 'A field of your own.' },
);
export type NewContactField = Static<typeof NewContactField>;

export const ContactFieldChange = Type.Object(
  { label: Type.Optional(FieldLabel), choices: Type.Optional(Choices) },
  { additionalProperties: false, $id: 'ContactFieldChange', description: 'Name and type stay for good.' },
);
export type ContactFieldChange = Static<typeof ContactFieldChange>;

const Words = Type.Record(
  Type.String({ maxLength: 35 }),
  Type.Array(Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }), { maxItems: 50 }),
  { maxProperties: 20, description: 'By language.' },
);

export const ContactSettings = Type.Object(
  {
    adds_writers: Type.Boolean({ description: 'Everyone who writes to you becomes a contact.' }),
    default_country: nullable(Type.String(), 'Whose numbers may be written without a country code.'),
    stop_words: Words,
    start_words: Words,
  },
  { $id: 'ContactSettings', description: 'How people who write to you are treated.' },
);
export type ContactSettings = Static<typeof ContactSettings>;

export const ContactSettingsChange = Type.Object(
  {
    adds_writers: Type.Optional(Type.Boolean()),
    default_country: Type.Optional(
      nullable(
        Type.String({ pattern: '^[A-Z]{2}$', description: 'Two letters, such as SA.', examples: ['SA'] }),
      ),
    ),
    stop_words: Type.Optional(nullable(Words, "Null: the gateway's own words.")),
    start_words: Type.Optional(nullable(Words, "Null: the gateway's own words.")),
  },
  { additionalProperties: false, $id: 'ContactSettingsChange', description: 'What is left out stays.' },
);
export type ContactSettingsChange = Static<typeof ContactSettingsChange>;

export const Erasure = Type.Object(
  {
    id: Id('erasure', 'The id of the erasure.'),
    state: TextEnum(['running', 'done']),
    last_digits: Type.String({ description: 'The end of the number: enough to tell which it was.' }),
    messages_erased: Type.Integer(),
    created_at: Time,
    finished_at: nullable(Time),
  },
  { $id: 'Erasure', description: 'A person on the way to being forgotten.' },
);
export type Erasure = Static<typeof Erasure>;
