// Importing contacts from a file: upload, look, start, follow.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import { nullable } from './nullable.ts';
import { cursorQuery, pageOf } from './paging.ts';
import { refTo } from './ref-to.ts';
import { Tag } from './segments.ts';
import { Time } from './time.ts';

export const importStates = ['uploaded', 'queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type ImportState = (typeof importStates)[number];

const columnsMax = 200;

export const ImportPreview = Type.Object(
  {
    encoding: Type.String({ description: 'How the text of the file is written, as found.' }),
    delimiter: nullable(Type.String(), 'What parts the cells of a CSV file.'),
    has_header: Type.Boolean({ description: 'Whether the first row seems to hold headings.' }),
    headers: Type.Array(Type.String(), { description: 'The headings, or the numbers of the columns.' }),
    rows: Type.Array(Type.Array(Type.String()), { description: 'The first rows.' }),
    mapping: Type.Array(nullable(Type.String()), {
      description: 'What each column seems to be, by its heading. Null: unknown.',
    }),
  },
  { $id: 'ImportPreview', description: 'What was found in the file.' },
);
export type ImportPreview = Static<typeof ImportPreview>;

export const ImportStart = Type.Object(
  {
    mapping: Type.Array(nullable(Type.String({ maxLength: 80 })), {
      minItems: 1,
      maxItems: columnsMax,
      description:
        'What each column is, in order: `phone_number`, `name`, `language`, `notes`, `tags`, `field.<name>`, or null to leave it out.',
      examples: [['phone_number', 'name']],
    }),
    has_header: Type.Optional(
      Type.Boolean({ description: 'Whether the first row holds headings. Left out: as in the preview.' }),
    ),
    default_country: Type.Optional(
      nullable(
        Type.String({
          pattern: '^[A-Z]{2}$',
          description: 'Whose numbers are written without a country code. Left out: that of the settings.',
        }),
      ),
    ),
    numbers_are_international: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Numbers have their country code and lack only the plus sign: 966501234567.',
      }),
    ),
    on_duplicate: Type.Optional(
      TextEnum(['update', 'skip'], {
        default: 'update',
        description: 'What to do with people who are there already.',
      }),
    ),
    tags: Type.Optional(Type.Array(Tag, { maxItems: 50, description: 'Tags that everybody gets besides.' })),
    consent: Type.Optional(
      Type.Object(
        {
          state: TextEnum(['opted_in', 'opted_out']),
          source: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
        },
        {
          additionalProperties: false,
          description: 'What everybody in the file has agreed to. Who has opted out stays opted out.',
        },
      ),
    ),
    dry_run: Type.Optional(
      Type.Boolean({ default: false, description: 'Only find out what would happen; nothing is written.' }),
    ),
  },
  { additionalProperties: false, $id: 'ImportStart', description: 'How the file is to be read.' },
);
export type ImportStart = Static<typeof ImportStart>;

export const ContactImport = Type.Object(
  {
    id: Id('contactImport', 'The id of the import.'),
    state: TextEnum(importStates),
    file_name: Type.String(),
    format: TextEnum(['csv', 'xlsx']),
    file_bytes: Type.Integer(),
    preview: refTo(ImportPreview),
    options: nullable(refTo(ImportStart), 'How it was started last. Null: it was not started yet.'),
    is_dry_run: Type.Boolean(),
    rows_done: Type.Integer({ description: 'Rows that are settled, the heading not counted.' }),
    rows_total: nullable(Type.Integer(), 'Known once the file has been read through.'),
    progress: Type.Number({ description: 'How much of the file is done, from 0 to 1.' }),
    created: Type.Integer(),
    updated: Type.Integer(),
    skipped: Type.Integer({ description: 'Were there already, and were left as they are.' }),
    refused: Type.Integer({ description: 'Have a mistake: `refused.csv` says which.' }),
    failure: nullable(Type.String(), 'Why the whole import failed.'),
    created_at: Time,
    started_at: nullable(Time),
    finished_at: nullable(Time),
  },
  { $id: 'ContactImport', description: 'A file on its way into the contacts.' },
);
export type ContactImport = Static<typeof ContactImport>;
export const ContactImportPage = pageOf(ContactImport);

export const ImportQuery = Type.Object(cursorQuery, { additionalProperties: false });
export type ImportQuery = Static<typeof ImportQuery>;

export const ImportUploadQuery = Type.Object(
  { file_name: Type.Optional(Type.String({ maxLength: 200, description: 'How the file is called.' })) },
  { additionalProperties: false },
);
export type ImportUploadQuery = Static<typeof ImportUploadQuery>;
