// A content in the words of Infobip: the path of its kind, and the object that the path takes.

import type { ContentOf, MessageContent } from '@hudhud/contract/content.ts';
import type { OutgoingMessage } from '../provider.ts';

export interface WireContent {
  readonly path: string;
  readonly content: object;
}

type Files = OutgoingMessage['files'];
type Card = ContentOf<'contacts'>['contacts'][number];
type Media = ContentOf<'document'>['media'];

/** Where Infobip fetches a file: a link of ours, or the address that the caller gave. Null when there is none. */
const linkOf = (media: Media, files: Files): string | null => {
  const file = media.id === undefined ? undefined : files?.get(media.id);
  return file?.kind === 'link' ? file.url : (media.url ?? null);
};

const filenameOf = (media: Media, files: Files): string | undefined =>
  media.filename ?? (media.id === undefined ? undefined : files?.get(media.id)?.filename);

/** Drops undefined and null values, which Infobip would refuse. */
const present = (part: object): object =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined && value !== null));

const toCard = ({ name, phones, emails, addresses, organization, urls, birthday }: Card): object =>
  present({
    name: present({
      firstName: name.first ?? name.formatted,
      lastName: name.last,
      middleName: name.middle,
      namePrefix: name.prefix,
      formattedName: name.formatted,
    }),
    phones: phones?.map(({ number, type }) => present({ phone: number, type: type?.toUpperCase() })),
    emails: emails?.map(({ email, type }) => present({ email, type: type?.toUpperCase() })),
    addresses: addresses?.map(({ country_code: countryCode, type, ...rest }) =>
      present({ ...rest, countryCode, type: type?.toUpperCase() }),
    ),
    org: organization,
    urls: urls?.map(({ url, type }) => present({ url, type: type?.toUpperCase() })),
    birthday,
  });

type Header = ContentOf<'buttons'>['header'];

const toHeader = (header: Header, files: Files): object | undefined => {
  if (!header) return undefined;
  if ('text' in header) return { type: 'TEXT', text: header.text };
  return present({
    type: header.type.toUpperCase(),
    mediaUrl: linkOf(header.media, files),
    filename: header.type === 'document' ? filenameOf(header.media, files) : undefined,
  });
};

const interactive = (
  { message, header, footer }: { message: string; header?: Header; footer?: string | undefined },
  action: object,
  files: Files,
): object =>
  present({
    body: { text: message },
    action,
    header: toHeader(header, files),
    footer: footer === undefined ? undefined : { text: footer },
  });

const toList = ({ list }: ContentOf<'list'>): object => ({
  title: list.button,
  sections: list.sections.map(({ title, rows }) => present({ title, rows })),
});

const toFile = (content: ContentOf<'image' | 'video' | 'audio' | 'document' | 'sticker'>, files: Files) =>
  present({
    mediaUrl: linkOf(content.media, files),
    caption: 'message' in content ? content.message : undefined,
    filename: content.type === 'document' ? filenameOf(content.media, files) : undefined,
  });

/** Null for a content that is not carried; content.ts declares the carried ones. Templates have a file of their own. */
export const toWire = (content: MessageContent, files: Files): WireContent | null => {
  switch (content.type) {
    case 'text':
      return {
        path: 'text',
        content: {
          text: content.message,
          previewUrl: content.preview_url ?? /https?:\/\//.test(content.message),
        },
      };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return { path: content.type, content: toFile(content, files) };
    case 'location':
      return { path: 'location', content: content.location };
    case 'contacts':
      return { path: 'contact', content: { contacts: content.contacts.map(toCard) } };
    case 'buttons': {
      const buttons = content.buttons.map((button) => ({ type: 'REPLY', ...button }));
      return { path: 'interactive/buttons', content: interactive(content, { buttons }, files) };
    }
    case 'list':
      return { path: 'interactive/list', content: interactive(content, toList(content), files) };
    default:
      return null;
  }
};
