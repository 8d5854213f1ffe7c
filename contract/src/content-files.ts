// The files that a content names, and the headers that may hold one.

import Type, { type Static } from 'typebox';
import { optionalText, strict, text, webAddress } from './content-fields.ts';
import type { FilePlace, NamedFile } from './content-kind.ts';
import { contentLimits } from './content-limits.ts';
import { TextEnum } from './enums.ts';
import { Id } from './ids.ts';
import type { MediaKind } from './media-limits.ts';

const mediaPlace = {
  id: Type.Optional(Id('media', 'A file that was uploaded.')),
  url: Type.Optional(webAddress('Where to fetch the file, once.')),
};
const onePlace = { ...strict, minProperties: 1, description: 'A file: `id` or `url`.' };
export const Media = Type.Object({ ...mediaPlace }, { ...onePlace, maxProperties: 1 });
export const Document = Type.Object(
  {
    ...mediaPlace,
    filename: optionalText(
      contentLimits.filename,
      'What the person sees. Left out: the name it was uploaded under.',
    ),
  },
  onePlace,
);

export const headerText = Type.Object({ text: text(contentLimits.header, 'A line above the text.') }, strict);
export const headerMedia = Type.Object(
  {
    type: TextEnum(['image', 'video', 'document'], { description: 'What the file is shown as.' }),
    media: Document,
  },
  strict,
);
export const TextHeader = Type.Optional(headerText);
/**
 * One object and no union, so that a mistake is reported at the field it is in; the gateway checks which go together.
 */
export const AnyHeader = Type.Optional(
  Type.Unsafe<Static<typeof headerText> | Static<typeof headerMedia>>(
    Type.Object(
      Object.fromEntries(
        Object.entries({ ...headerText.properties, ...headerMedia.properties }).map(([name, schema]) => [
          name,
          Type.Optional(schema),
        ]),
      ),
      {
        ...strict,
        minProperties: 1,
        description: 'A line (`text`) or a file (`type`, `media`) above the text.',
      },
    ),
  ),
);

interface ShownHeader {
  readonly text?: string;
  readonly type?: string;
  readonly media?: FilePlace;
}

/** The file of a header; `at` leads to what has the header. */
export const headerFiles = (header: ShownHeader | undefined, at = ''): readonly NamedFile[] =>
  header?.media
    ? [
        {
          place: header.media,
          kind: (header.type ?? null) as MediaKind | null,
          pointer: `${at}/header/media`,
        },
      ]
    : [];

export const exampleFile = { id: 'med_01kagx5p9ne0ps4a2v7qk3m8dz' } as const;
