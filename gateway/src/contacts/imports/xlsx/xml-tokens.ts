// The smallest reader of XML that a spreadsheet needs: tags, attributes and text, in pieces as they come. It knows no
// entities but the five of XML and numbers, so that no file can make one out of many.

import { FileError } from '../file-row.ts';

export interface XmlHandler {
  open(name: string, attributes: string, isEmpty: boolean): void;
  close(name: string): void;
  text(text: string): void;
}

const tokenCharactersMax = 2_000_000;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,10});/gi, (whole, name: string) => {
        if (!name.startsWith('#')) return named[name] ?? whole;
        const code =
          name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
        return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
      })
    : text;

const patterns = new Map<string, RegExp>();

/** Made once for each name; there are a handful, and a sheet asks millions of times. */
const patternOf = (name: string): RegExp => {
  const known = patterns.get(name);
  if (known) return known;
  const made = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  patterns.set(name, made);
  return made;
};

export const attributeOf = (attributes: string, name: string): string | null => {
  const found = attributes === '' ? null : patternOf(name).exec(attributes);
  return found ? decodeEntities(found[1] ?? found[2] ?? '') : null;
};

/** Without its namespace. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const cdataOpen = '<![CDATA[';

const endOf = (buffer: string, at: number): { end: number; skip: number } => {
  if (buffer.startsWith('<!--', at)) return { end: buffer.indexOf('-->', at + 4), skip: 3 };
  if (buffer.startsWith(cdataOpen, at)) return { end: buffer.indexOf(']]>', at + 9), skip: 3 };
  return { end: buffer.indexOf('>', at + 1), skip: 1 };
};

const handleTag = (tag: string, handler: XmlHandler): void => {
  if (tag.startsWith('<!--') || tag.startsWith('<?')) return;
  if (tag.startsWith(cdataOpen)) {
    handler.text(tag.slice(cdataOpen.length));
    return;
  }
  if (tag.startsWith('<!'))
    throw new FileError('The file declares a document type, which no spreadsheet does.');
  if (tag.startsWith('</')) {
    handler.close(localName(tag.slice(2).trim()));
    return;
  }
  const isEmpty = tag.endsWith('/');
  const inside = tag.slice(1, isEmpty ? -1 : undefined);
  const space = inside.search(/\s/);
  const name = localName(space < 0 ? inside : inside.slice(0, space));
  handler.open(name, space < 0 ? '' : inside.slice(space), isEmpty);
  if (isEmpty) handler.close(name);
};

export const createXmlReader = (handler: XmlHandler): ((piece: string) => void) => {
  let buffer = '';
  return (piece) => {
    buffer += piece;
    let at = 0;
    for (;;) {
      const open = buffer.indexOf('<', at);
      if (open < 0) break;
      // A tag may begin like a comment only once more of it is there.
      if (buffer.length - open < 9 && buffer.startsWith('<!', open)) break;
      const { end, skip } = endOf(buffer, open);
      if (end < 0) break;
      if (open > at) handler.text(decodeEntities(buffer.slice(at, open)));
      handleTag(buffer.slice(open, end), handler);
      at = end + skip;
    }
    buffer = buffer.slice(at);
    if (buffer.length > tokenCharactersMax) throw new FileError('The file holds a text that is too long.');
  };
};
