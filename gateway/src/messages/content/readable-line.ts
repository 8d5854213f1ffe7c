// One line for people who read a list or search it: what a message says first, or what it is when it says nothing.

import type { ContentType, MessageContent } from '@hudhud/contract/content.ts';

const titles: Readonly<Record<ContentType, string>> = {
  text: 'Text',
  image: 'Picture',
  video: 'Video',
  audio: 'Audio',
  document: 'Document',
  sticker: 'Sticker',
  location: 'Location',
  contacts: 'Contact',
  reaction: 'Reaction',
  buttons: 'Buttons',
  list: 'List',
  link: 'Link',
  location_request: 'Location request',
  flow: 'Form',
  product: 'Product',
  products: 'Products',
  catalog: 'Catalogue',
  carousel: 'Cards',
  interactive: 'Interactive message',
  template: 'Template',
};

/** What stands behind the title, when there is something to say. */
const detailOf = (content: MessageContent): string => {
  switch (content.type) {
    case 'image':
    case 'video':
      return content.message ?? '';
    case 'document':
      return content.message || (content.media.filename ?? '');
    case 'location':
      return content.location.name ?? content.location.address ?? '';
    case 'contacts':
      return content.contacts.map(({ name }) => name.formatted).join(', ');
    case 'reaction':
      return content.reaction.emoji;
    case 'product':
      return content.message ?? '';
    case 'template':
      return content.template.name;
    default:
      return '';
  }
};

/** Kinds whose `message` is what the person reads are that text; all others are told by what they are. */
export const readableLine = (content: MessageContent): string => {
  switch (content.type) {
    case 'text':
    case 'buttons':
    case 'list':
    case 'link':
    case 'location_request':
    case 'flow':
    case 'products':
    case 'catalog':
    case 'carousel':
      return content.message;
    default: {
      const detail = detailOf(content);
      return detail === '' ? titles[content.type] : `${titles[content.type]}: ${detail}`;
    }
  }
};
