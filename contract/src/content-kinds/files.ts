// Files: pictures, videos, audios, documents and stickers.

import Type from 'typebox';
import { textBeside } from '../content-fields.ts';
import { Document, exampleFile, Media } from '../content-files.ts';
import { contentKind } from '../content-kind.ts';
import { contentLimits } from '../content-limits.ts';

const caption = textBeside(contentLimits.caption, 'The text under it.');

export const image = contentKind(
  'image',
  { media: Media, message: caption },
  {
    title: 'Picture',
    summary: 'A picture',
    example: { media: exampleFile, message: 'The entrance of the clinic.' },
    detail: ({ message }) => message,
    files: ({ media }) => [{ place: media, kind: 'image', pointer: '/media' }],
  },
);

export const video = contentKind(
  'video',
  { media: Media, message: caption },
  {
    title: 'Video',
    summary: 'A video',
    example: { media: exampleFile, message: 'How to find us.' },
    detail: ({ message }) => message,
    files: ({ media }) => [{ place: media, kind: 'video', pointer: '/media' }],
  },
);

export const audio = contentKind(
  'audio',
  {
    media: Media,
    voice: Type.Optional(Type.Boolean({ description: 'Shown as a voice message. OGG with Opus only.' })),
  },
  {
    title: 'Audio',
    summary: 'A voice message',
    example: { media: exampleFile, voice: true },
    files: ({ media, voice }) => [{ place: media, kind: voice ? 'voice' : 'audio', pointer: '/media' }],
  },
);

export const document = contentKind(
  'document',
  { media: Document, message: caption },
  {
    title: 'Document',
    summary: 'A document',
    example: { media: { ...exampleFile, filename: 'invoice-1042.pdf' }, message: 'Your invoice.' },
    detail: ({ message, media }) => message || media.filename,
    files: ({ media }) => [{ place: media, kind: 'document', pointer: '/media' }],
  },
);

export const sticker = contentKind(
  'sticker',
  { media: Media },
  {
    title: 'Sticker',
    summary: 'A sticker',
    example: { media: exampleFile },
    files: ({ media }) => [{ place: media, kind: 'sticker', pointer: '/media' }],
  },
);
