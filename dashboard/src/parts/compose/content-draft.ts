// A message while it is being written: every field of every type, so that changing the type back and forth loses nothing. Names
// are those of a send request, so that what the gateway says about a field finds its input.

import type { StoredFile } from '../../queries/media.ts';
import type { FileKind } from '../chat/shown-content.ts';
import { noTemplate, type TemplateChoice } from '../template/template-values.ts';

export const composedTypes = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'reaction',
  'buttons',
  'list',
  'link',
  'location_request',
  'flow',
  'product',
  'products',
  'catalog',
  'carousel',
  'template',
  'interactive',
] as const;
export type ComposedType = (typeof composedTypes)[number];

const fileTypes = ['image', 'video', 'audio', 'document', 'sticker'] as const satisfies FileKind[];
export const isFileType = (type: ComposedType): type is FileKind => fileTypes.some((one) => one === type);

/** A file that was chosen here, uploaded or not, or the address of one. */
export interface FileDraft {
  readonly file: File | null;
  readonly stored: StoredFile | null;
  readonly url: string;
}

export interface ButtonDraft {
  title: string;
  id: string;
}

export interface RowDraft extends ButtonDraft {
  description: string;
}

export interface CardDraft {
  name: string;
  phone: string;
  email: string;
  organization: string;
}

export type HeaderKind = 'none' | 'text' | 'image' | 'video' | 'document';

export interface SlideDraft {
  kind: 'image' | 'video';
  media: FileDraft;
  message: string;
  link: { title: string; url: string };
}

export interface ContentDraft {
  type: ComposedType;
  message: string;
  preview_url: boolean;
  media: FileDraft;
  filename: string;
  voice: boolean;
  location: { latitude: string; longitude: string; name: string; address: string };
  contacts: CardDraft[];
  reaction: { message_id: string; emoji: string };
  header: { kind: HeaderKind; text: string; media: FileDraft };
  footer: string;
  buttons: ButtonDraft[];
  list: { button: string; sections: { title: string; rows: RowDraft[] }[] };
  link: { title: string; url: string };
  flow: { id: string; button: string; screen: string; token: string };
  product: { catalog_id: string; product_id: string };
  products: { catalog_id: string; header: string; sections: { title: string; product_ids: string }[] };
  catalog: { thumbnail_product_id: string };
  carousel: { cards: SlideDraft[] };
  template: TemplateChoice;
  /** JSON, as text. */
  interactive: string;
}

export const noFile: FileDraft = { file: null, stored: null, url: '' };

interface MediaReference {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
}

/** Name and size of the file are read from the gateway. */
export const fileOf = ({ id, url }: MediaReference, usableFor: string): FileDraft => ({
  ...noFile,
  url: url ?? '',
  ...(id !== undefined && {
    stored: { id, mime_type: '', bytes: 0, filename: '', expires_at: null, usable_for: [usableFor] },
  }),
});
export const newButton = (): ButtonDraft => ({ title: '', id: '' });
export const newRow = (): RowDraft => ({ title: '', id: '', description: '' });
export const newSection = () => ({ title: '', rows: [newRow()] });
export const newCard = (): CardDraft => ({ name: '', phone: '', email: '', organization: '' });
export const newSlide = (): SlideDraft => ({
  kind: 'image',
  media: noFile,
  message: '',
  link: { title: '', url: '' },
});

export const emptyContent = (): ContentDraft => ({
  type: 'text',
  message: '',
  preview_url: false,
  media: noFile,
  filename: '',
  voice: false,
  location: { latitude: '', longitude: '', name: '', address: '' },
  contacts: [newCard()],
  reaction: { message_id: '', emoji: '👍' },
  header: { kind: 'none', text: '', media: noFile },
  footer: '',
  buttons: [newButton()],
  list: { button: '', sections: [newSection()] },
  link: { title: '', url: '' },
  flow: { id: '', button: '', screen: '', token: '' },
  product: { catalog_id: '', product_id: '' },
  products: { catalog_id: '', header: '', sections: [{ title: '', product_ids: '' }] },
  catalog: { thumbnail_product_id: '' },
  carousel: { cards: [newSlide(), newSlide()] },
  template: noTemplate,
  interactive: '',
});

export const hasFile = ({ file, stored, url }: FileDraft): boolean =>
  file !== null || stored !== null || url.trim() !== '';

/** Types whose `message` is a caption or the text of an interactive message, and those that have no text at all. */
export const messageRole = (type: ComposedType): 'text' | 'caption' | 'body' | null => {
  switch (type) {
    case 'text':
      return 'text';
    case 'image':
    case 'video':
    case 'document':
      return 'caption';
    case 'audio':
    case 'sticker':
    case 'location':
    case 'contacts':
    case 'reaction':
    case 'template':
    case 'interactive':
      return null;
    default:
      return 'body';
  }
};

/** The headers that can stand above the text: a line, or also a file. */
export const headerKinds = (type: ComposedType): readonly HeaderKind[] => {
  switch (type) {
    case 'buttons':
    case 'link':
    case 'flow':
      return ['none', 'text', 'image', 'video', 'document'];
    case 'list':
      return ['none', 'text'];
    default:
      return [];
  }
};

export const hasFooter = (type: ComposedType): boolean =>
  ['buttons', 'list', 'link', 'flow', 'product', 'products', 'catalog'].includes(type);
