// A stored content turned into a draft again, to be changed: a campaign that was left and is taken up again.

import type { MessageContent } from '@hudhud/contract/content.ts';
import type { Template } from '@hudhud/contract/templates.ts';
import { fromRequest } from '../template/template-values.ts';
import {
  type ContentDraft,
  composedTypes,
  emptyContent,
  fileOf,
  type HeaderKind,
  noFile,
} from './content-draft.ts';

type Of<Kind extends MessageContent['type']> = Extract<MessageContent, { type: Kind }>;

/** `templates`: those that can be sent, of which a content names one. */
export function draftFromContent(
  content: MessageContent | null,
  templates: readonly Template[] = [],
): ContentDraft {
  const draft = emptyContent();
  const type = composedTypes.find((one) => one === content?.type);
  if (!content || !type) return draft;
  return {
    ...draft,
    type,
    message: 'message' in content ? (content.message ?? '') : '',
    footer: 'footer' in content ? (content.footer ?? '') : '',
    ...(content.type === 'template' && { template: fromRequest(content.template, templates) }),
    ...('header' in content && content.header && { header: headerOf(content.header) }),
    ...ownFields(content),
  };
}

function headerOf(header: NonNullable<Of<'buttons'>['header']>): ContentDraft['header'] {
  if ('text' in header) return { kind: 'text', text: header.text, media: noFile };
  const kind: HeaderKind = header.type;
  return { kind, text: '', media: fileOf(header.media, kind) };
}

function ownFields(content: MessageContent): Partial<ContentDraft> {
  switch (content.type) {
    case 'text':
      return { preview_url: content.preview_url ?? false };
    case 'image':
    case 'video':
    case 'sticker':
      return { media: fileOf(content.media, content.type) };
    case 'audio':
      return { media: fileOf(content.media, 'audio'), voice: content.voice ?? false };
    case 'document':
      return { media: fileOf(content.media, 'document'), filename: content.media.filename ?? '' };
    case 'buttons':
      return { buttons: content.buttons.map((button) => ({ ...button })) };
    case 'list':
      return { list: listOf(content) };
    case 'link':
      return { link: { ...content.link } };
    case 'location':
      return { location: placeOf(content) };
    default:
      return {};
  }
}

const listOf = ({ list }: Of<'list'>): ContentDraft['list'] => ({
  button: list.button,
  sections: list.sections.map(({ title = '', rows }) => ({
    title,
    rows: rows.map(({ id, title: name, description = '' }) => ({ id, title: name, description })),
  })),
});

const placeOf = ({ location }: Of<'location'>): ContentDraft['location'] => ({
  latitude: String(location.latitude),
  longitude: String(location.longitude),
  name: location.name ?? '',
  address: location.address ?? '',
});
