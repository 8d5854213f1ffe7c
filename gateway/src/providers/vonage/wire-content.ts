// A content in the words of Vonage. Texts, files and reactions have words of its own; everything else is the Cloud API's
// object inside `custom`.

import type { ContentOf, MessageContent } from '@hudhud/contract/content.ts';
import { asFields, asText } from '../cloud-api/graph-error.ts';
import { toWire as toCloudApi } from '../cloud-api/wire-content.ts';
import { mapParameters } from '../map-parameters.ts';
import type { OutgoingMessage } from '../provider.ts';
import type { FilledComponent, FilledTemplate } from '../template-part.ts';

type Files = OutgoingMessage['files'];
type FileContent = ContentOf<'image' | 'video' | 'audio' | 'document' | 'sticker'>;

const toFile = ({ type, media, ...rest }: FileContent, files: Files): object => {
  const file = media.id === undefined ? undefined : files?.get(media.id);
  const url = file?.kind === 'link' ? file.url : media.url;
  const caption = 'message' in rest && rest.message ? { caption: rest.message } : {};
  if (type === 'document') {
    const name = ('filename' in media ? media.filename : undefined) ?? file?.filename;
    return { message_type: 'file', file: { url, ...caption, ...(name && { name }) } };
  }
  return { message_type: type, [type]: { url, ...caption } };
};

const fileTypes = ['image', 'video', 'document'] as const;

/** A file of a template, by its link. */
const toParameter = (parameter: Readonly<Record<string, unknown>>, files: Files): object => {
  const type = fileTypes.find((candidate) => candidate === parameter.type);
  const named = type && asFields(parameter[type]);
  const file = files?.get(asText(named?.media) ?? '');
  if (!type || file?.kind !== 'link') return parameter;
  const filename = asText(named?.filename) ?? file.filename;
  return { type, [type]: { link: file.url, ...(type === 'document' && { filename }) } };
};

const toComponent = (component: FilledComponent, files: Files): object =>
  mapParameters(component, (parameter) => toParameter(parameter, files));

const toTemplate = ({ name, language, components }: FilledTemplate, files: Files): object => ({
  type: 'template',
  template: {
    name,
    language: { policy: 'deterministic', code: language },
    components: components.map((component) => toComponent(component, files)),
  },
});

const custom = (content: object | null): object | null =>
  content && { message_type: 'custom', custom: content };

const toReaction = ({ reaction: { emoji } }: ContentOf<'reaction'>): object => ({
  message_type: 'reaction',
  reaction: emoji === '' ? { action: 'unreact' } : { action: 'react', emoji },
});

/** Null for a content that is not carried; content.ts declares the carried ones. */
export const toWire = (
  content: MessageContent,
  { template, files }: Pick<OutgoingMessage, 'template' | 'files'>,
): object | null => {
  switch (content.type) {
    case 'text':
      return { message_type: 'text', text: content.message };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return toFile(content, files);
    case 'reaction':
      return toReaction(content);
    case 'template':
      return template ? custom(toTemplate(template, files)) : null;
    default:
      return custom(toCloudApi(content, { files }));
  }
};
