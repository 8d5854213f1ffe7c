// Files that messages carry: uploaded once and sent by id, or brought by an incoming message and fetched by the gateway.

import Type, { type Static } from 'typebox';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import { filenameCharactersMax, mediaKinds } from './media-limits.ts';
import { nullable } from './nullable.ts';
import { pageOf, pageQuery } from './paging.ts';

/** `fetching`: on its way from the provider. The last three say why a file of an incoming message is not here. */
export const mediaStates = ['stored', 'fetching', 'too_big', 'gone', 'blocked'] as const;
export type MediaState = (typeof mediaStates)[number];

const Time = (description: string) => Type.String({ format: 'date-time', description });

export const Media = Type.Object(
  {
    id: Id('media', 'The id of the file.'),
    direction: TextEnum(['in', 'out'], {
      description: '`out`: uploaded by you. `in`: came with an incoming message.',
    }),
    state: TextEnum(mediaStates, {
      description:
        '`stored`: it is here. `fetching`: on its way from the provider. `too_big`, `gone`, `blocked`: it could not be fetched, and will not be.',
    }),
    mime_type: nullable(Type.String({ examples: ['application/pdf'] }), 'What it is, found from its bytes.'),
    bytes: nullable(Type.Integer({ minimum: 0 }), 'Its size.'),
    sha256: nullable(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        examples: ['6b7fa434f92a8b80aab02d9bf1a12e49ffcae424e4013a1c4f68b67e3d2bbcd0'],
      }),
      'Checksum of its bytes. The same bytes are kept once.',
    ),
    filename: nullable(Type.String({ examples: ['invoice-1042.pdf'] }), 'The name it came under.'),
    voice: Type.Boolean({ description: 'Recorded with the microphone button.' }),
    usable_for: Type.Array(TextEnum(mediaKinds), { description: 'What it can be sent as.' }),
    message_id: nullable(Id('message', 'The message.'), 'The incoming message that brought it.'),
    created_at: Time('When it came.'),
    expires_at: Time('Until when it is kept. Sending it keeps it longer.'),
  },
  { $id: 'Media', description: 'A file that a message carries.' },
);
export type Media = Static<typeof Media>;

export const MediaPage = pageOf(Media);
export const MediaQuery = Type.Object(
  {
    ...pageQuery,
    direction: Type.Optional(TextEnum(['in', 'out'], { description: 'Only those.' })),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'Only files of these bytes: what is here already need not be uploaded again.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type MediaQuery = Static<typeof MediaQuery>;

export const MediaUploadQuery = Type.Object(
  {
    filename: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: filenameCharactersMax,
        description: 'Name of the file, where the body is the file itself.',
        examples: ['invoice-1042.pdf'],
      }),
    ),
  },
  { additionalProperties: false },
);
export type MediaUploadQuery = Static<typeof MediaUploadQuery>;

export const MediaFromUrl = Type.Object(
  {
    url: Type.String({
      maxLength: 2_000,
      pattern: '^https?://\\S+$',
      description: 'Where the gateway fetches the file from, once.',
      examples: ['https://example.com/invoices/1042.pdf'],
      'x-error-codes': { maxLength: 'text_too_long' },
    }),
    filename: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: filenameCharactersMax,
        description: 'Left out: the last part of the address, or the name that its server gives.',
      }),
    ),
  },
  { $id: 'MediaFromUrl', additionalProperties: false, description: 'A file at another address.' },
);
export type MediaFromUrl = Static<typeof MediaFromUrl>;

export const linkSecondsMax = 604_800;
export const MediaLinkQuery = Type.Object(
  {
    seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: linkSecondsMax,
        default: 3_600,
        description: 'How long the address works, in seconds.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type MediaLinkQuery = Static<typeof MediaLinkQuery>;

export const MediaLink = Type.Object(
  {
    url: Type.String({ description: 'An address that needs no credentials.' }),
    expires_at: Time('Until when it works.'),
  },
  { $id: 'MediaLink', description: 'A signed address of a file, for a browser or another program.' },
);
export type MediaLink = Static<typeof MediaLink>;

export const MediaUsage = Type.Object(
  {
    files: Type.Integer({ description: 'Different files that are kept.' }),
    bytes: Type.Integer({ description: 'Their size together.' }),
    quota_bytes: Type.Integer({ description: 'What the company may keep.' }),
    file_bytes_max: Type.Integer({ description: 'The largest file.' }),
  },
  { $id: 'MediaUsage', description: 'How much the files of the company take.' },
);
export type MediaUsage = Static<typeof MediaUsage>;
