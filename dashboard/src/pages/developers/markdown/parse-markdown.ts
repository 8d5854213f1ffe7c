// As much Markdown as our guides use, read into blocks: headings, paragraphs, lists, tables, code, quotes. HTML is never
// passed on; comments are left out.

import { type Inline, parseInline, plainText } from './parse-inline.ts';

export type Block =
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly id: string;
      readonly text: readonly Inline[];
    }
  | { readonly kind: 'paragraph' | 'quote'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly language: string; readonly code: string }
  | { readonly kind: 'table'; readonly head: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] };

type Cell = readonly Inline[];

/** The lines still to be read. Each reader takes its lines from the front. */
interface Rest {
  readonly lines: string[];
}

/** The same as GitHub makes of a heading, so that one link works in both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const item = /^(?:[-*]|\d+\.) +(.*)$/;
const isIndented = (line: string): boolean => /^\s+\S/.test(line);

const beginsBlock = (line: string): boolean =>
  line.trim() === '' || /^(?:#{1,6} |```|\||> )/.test(line) || item.test(line);

const takeWhile = ({ lines }: Rest, belongs: (line: string) => boolean): string[] => {
  const taken: string[] = [];
  while (lines[0] !== undefined && belongs(lines[0])) taken.push(lines.shift() ?? '');
  return taken;
};

const readHeading = (line: string): Block => {
  const text = parseInline(line.replace(/^#+ /, ''));
  return { kind: 'heading', level: line.indexOf(' '), id: anchorOf(plainText(text)), text };
};

const readCode = (fence: string, rest: Rest): Block => {
  const code = takeWhile(rest, (line) => !line.startsWith('```'));
  rest.lines.shift();
  return { kind: 'code', language: fence.slice(3).trim().split(/[ =]/)[0] ?? '', code: code.join('\n') };
};

/** Upright lines separate cells, unless they stand in code or behind a backslash. */
const readRow = (line: string): Cell[] =>
  (line.slice(1, line.lastIndexOf('|')).match(/(?:`[^`]*`|\\\||[^|])+/g) ?? []).map((cell) =>
    parseInline(cell.replaceAll('\\|', '|').trim()),
  );

const readTable = (first: string, rest: Rest): Block => {
  const [, ...rows] = takeWhile(rest, (line) => line.startsWith('|'));
  return { kind: 'table', head: readRow(first), rows: rows.map(readRow) };
};

const readList = (first: string, rest: Rest): Block => {
  const isOrdered = /^\d/.test(first);
  const items: string[] = [];
  for (let line: string | undefined = first; line !== undefined && item.test(line); ) {
    const more = takeWhile(rest, isIndented).map((part) => part.trim());
    items.push([item.exec(line)?.[1] ?? '', ...more].join(' '));
    line = rest.lines[0] !== undefined && item.test(rest.lines[0]) ? rest.lines.shift() : undefined;
  }
  return { kind: 'list', isOrdered, items: items.map(parseInline) };
};

const readParagraph = (kind: 'paragraph' | 'quote', first: string, rest: Rest): Block => {
  const more = takeWhile(rest, (line) => (kind === 'quote' ? line.startsWith('>') : !beginsBlock(line)));
  const lines = [first, ...more].map((line) => line.replace(/^> ?/, '').trim());
  return { kind, text: parseInline(lines.join(' ')) };
};

const readBlock = (line: string, rest: Rest): Block => {
  if (/^#{1,6} /.test(line)) return readHeading(line);
  if (line.startsWith('```')) return readCode(line, rest);
  if (line.startsWith('|')) return readTable(line, rest);
  if (item.test(line)) return readList(line, rest);
  return readParagraph(line.startsWith('> ') ? 'quote' : 'paragraph', line, rest);
};

export function parseMarkdown(text: string): Block[] {
  const rest: Rest = { lines: text.replace(/^<!--.*?-->\n?/gm, '').split('\n') };
  const blocks: Block[] = [];
  for (let line = rest.lines.shift(); line !== undefined; line = rest.lines.shift()) {
    if (line.trim() !== '') blocks.push(readBlock(line, rest));
  }
  return blocks;
}
