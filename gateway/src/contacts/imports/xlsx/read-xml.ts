// XML in pieces as they come. A document may be of any length, but no token of it and no nesting: what the parser has to
// keep is bounded. Document types are refused, so that no entity can make much out of little.

import { SaxesParser } from 'saxes';
import { FileError } from '../file-row.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Names come without their namespace. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

const tokenCharactersMax = 1_000_000;
const depthMax = 64;
/** The parser processes each piece as a whole; smaller pieces find an endless token sooner. */
const pieceCharacters = 65_536;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

export const createXmlReader = ({ open, close, text }: XmlHandler): ((piece: string) => void) => {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  /** Characters since the last token ended. */
  let unfinished = 0;
  const end = (): void => {
    unfinished = 0;
  };
  const passText = (piece: string): void => {
    end();
    text?.(piece);
  };
  parser.on('opentag', ({ name, attributes }) => {
    end();
    depth += 1;
    if (depth > depthMax) throw new FileError('The file is nested deeper than any spreadsheet.');
    open?.(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    end();
    depth -= 1;
    close?.(localName(name));
  });
  parser.on('text', passText);
  parser.on('cdata', passText);
  parser.on('comment', end);
  parser.on('processinginstruction', end);
  parser.on('doctype', () => {
    throw new FileError('The file declares a document type, which no spreadsheet does.');
  });
  parser.on('error', () => {
    throw new FileError('The file is damaged: a part of it is not valid XML.');
  });
  return (whole) => {
    for (let at = 0; at < whole.length; at += pieceCharacters) {
      const piece = whole.slice(at, at + pieceCharacters);
      unfinished += piece.length;
      parser.write(piece);
      if (unfinished > tokenCharactersMax) throw new FileError('The file holds a text that is too long.');
    }
  };
};

export const readXml = async (bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> => {
  const push = createXmlReader(handler);
  const decoder = new TextDecoder();
  for await (const chunk of bytes) push(decoder.decode(chunk, { stream: true }));
};
