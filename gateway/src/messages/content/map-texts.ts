// Reaches every text of a content that a person will see, and the address that a link opens: placeholders are filled there.
// A provider's own object is sent as it is, and a template has variables of its own.

import type { MessageContent } from '@hudhud/contract/content.ts';

/** `pointer` leads to the text inside the content. */
type Change = (text: string, pointer: string) => string;

/** Fields whose value a person sees, in whatever object they stand. */
const seen = new Set([
  'message',
  'text',
  'title',
  'description',
  'button',
  'footer',
  'header',
  'name',
  'address',
  'formatted',
  'first',
  'middle',
  'last',
  'prefix',
  'suffix',
  'company',
  'department',
  'street',
  'city',
  'state',
  'country',
]);

/** Below stand the id, address and name of a file, which are no texts, and what only a flow reads. */
const unseen = new Set(['media', 'data']);

const isSeen = (name: string, parent: string): boolean =>
  seen.has(name) || (name === 'url' && parent === 'link');

const mapValue = (value: unknown, name: string, parent: string, pointer: string, change: Change): unknown => {
  if (typeof value === 'string') return isSeen(name, parent) ? change(value, pointer) : value;
  if (Array.isArray(value))
    return value.map((item, index) => mapValue(item, name, parent, `${pointer}/${index}`, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [
      field,
      unseen.has(field) ? part : mapValue(part, field, name, `${pointer}/${field}`, change),
    ]),
  );
};

export const mapTexts = (content: MessageContent, change: Change): MessageContent => {
  switch (content.type) {
    // Nearly every message is one: nothing is looked for.
    case 'text':
      return { ...content, message: change(content.message, '/message') };
    case 'interactive':
    case 'template':
      return content;
    default:
      return mapValue(content, '', '', '', change) as MessageContent;
  }
};

/** Every text of it, in the order of its fields. */
export const textsOf = (content: MessageContent): string[] => {
  if (content.type === 'text') return [content.message];
  const texts: string[] = [];
  mapTexts(content, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
};
