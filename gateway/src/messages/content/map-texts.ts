// Reaches every text of a content that a person will see, and the address that a link opens: placeholders are filled there.

import { kindOf, type MessageContent } from '@hudhud/contract/content.ts';

/** `pointer` leads to the text inside the content. */
type Change = (text: string, pointer: string) => string;

/** Fields whose value a person sees, in any object; a kind may have more. */
const textFields: readonly string[] = [
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
];

/** Fields that hold no texts: the id, address and name of a file, and data that only a flow reads. */
const unseen = new Set(['media', 'data']);

interface Search {
  readonly fields: ReadonlySet<string>;
  readonly change: Change;
}

const mapValue = (value: unknown, name: string, parent: string, pointer: string, search: Search): unknown => {
  if (typeof value === 'string') {
    const isText = search.fields.has(name) || (name === 'url' && parent === 'link');
    return isText ? search.change(value, pointer) : value;
  }
  if (Array.isArray(value))
    return value.map((item, index) => mapValue(item, name, parent, `${pointer}/${index}`, search));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [
      field,
      unseen.has(field) ? part : mapValue(part, field, name, `${pointer}/${field}`, search),
    ]),
  );
};

export const mapTexts = (content: MessageContent, change: Change): MessageContent => {
  // Nearly every message is a plain text: no search is needed.
  if (content.type === 'text') return { ...content, message: change(content.message, '/message') };
  const kind = kindOf(content.type);
  if (kind.isVerbatim) return content;
  const fields = new Set([...textFields, ...(kind.textFields ?? [])]);
  return mapValue(content, '', '', '', { fields, change }) as MessageContent;
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
