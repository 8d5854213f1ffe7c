// A content as the parameters of Twilio's form, for kinds that need no Content resource.

import type { ContentOf, MessageContent } from '@hudhud/contract/content.ts';
import type { OutgoingFile } from '../media-part.ts';
import type { OutgoingMessage } from '../provider.ts';
import { fillVariables } from './fill-template.ts';

export type MessageForm =
  | { readonly kind: 'form'; readonly parameters: Readonly<Record<string, string>> }
  /** Nothing of the kind can be sent this way. */
  | { readonly kind: 'refused'; readonly code: string; readonly detail: string };

const form = (parameters: Readonly<Record<string, string>>): MessageForm => ({ kind: 'form', parameters });
const refused = (code: string, detail: string): MessageForm => ({ kind: 'refused', code, detail });

type MediaContent = ContentOf<'image' | 'video' | 'audio' | 'document' | 'sticker'>;

export const fileOf = ({ files }: OutgoingMessage, id: string | undefined): OutgoingFile | null =>
  (id !== undefined && files?.get(id)) || null;

/** Twilio shows a text under pictures and videos only, and takes the name of a document from the link. */
const mediaForm = (message: OutgoingMessage, content: MediaContent): MessageForm => {
  const file = fileOf(message, content.media.id);
  if (file?.kind !== 'link') return refused('file_missing', 'The message names a file that is not there.');
  const caption = 'message' in content ? content.message : undefined;
  if (caption === undefined || caption === '') return form({ MediaUrl: file.url });
  if (content.type === 'document') {
    return refused('caption_not_carried', 'Twilio shows no text under a document: send it as a text before.');
  }
  return form({ MediaUrl: file.url, Body: caption });
};

const locationForm = ({ location }: ContentOf<'location'>): MessageForm => {
  const { latitude, longitude, name, address } = location;
  const place = [name, address].filter((part) => part !== undefined).join(', ');
  const label = place.replaceAll('|', ' ');
  const position = `${latitude},${longitude}`;
  return form({
    PersistentAction: `geo:${position}${label === '' ? '' : `|${label}`}`,
    Body: place === '' ? position : place,
  });
};

const templateForm = ({ template, files }: OutgoingMessage): MessageForm => {
  if (!template) return refused('template_missing', 'The template was not filled.');
  const filled = fillVariables(template, files);
  if (filled.kind === 'refused') return refused('template_variable_missing', filled.detail);
  const hasVariables = Object.keys(filled.variables).length > 0;
  return form({
    ContentSid: filled.sid,
    ...(hasVariables && { ContentVariables: JSON.stringify(filled.variables) }),
  });
};

/** Null for a kind that needs a Content of its own. */
export const toForm = (message: OutgoingMessage): MessageForm | null => {
  const content: MessageContent = message.content;
  switch (content.type) {
    case 'text':
      return form({ Body: content.message });
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return mediaForm(message, content);
    case 'location':
      return locationForm(content);
    case 'template':
      return templateForm(message);
    case 'buttons':
    case 'list':
    case 'link':
      return null;
    default:
      return refused('content_not_carried', `Twilio carries no message of the type "${content.type}".`);
  }
};
