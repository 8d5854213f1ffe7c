// The inside of a line of Markdown: code, emphasis and links. Everything else is plain text.

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong'; readonly children: readonly Inline[] }
  | { readonly kind: 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly children: readonly Inline[] };

const marks = /`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]+)\)|\*([^*\s][^*]*)\*/g;

/** Only addresses that a guide may lead to; a `javascript:` stays text. */
const isSafe = (to: string): boolean => /^(?:https?:\/\/|[\w./-]*(?:#[\w-]+)?$)/.test(to);

const toInline = (match: RegExpExecArray): Inline => {
  const [whole, code, strong, label, to, emphasis] = match;
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', children: parseInline(strong) };
  if (emphasis !== undefined) return { kind: 'emphasis', children: parseInline(emphasis) };
  if (label !== undefined && to !== undefined && isSafe(to))
    return { kind: 'link', to, children: parseInline(label) };
  return { kind: 'text', text: whole };
};

export function parseInline(line: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(marks)) {
    if (match.index > end) parts.push({ kind: 'text', text: line.slice(end, match.index) });
    parts.push(toInline(match));
    end = match.index + match[0].length;
  }
  if (end < line.length) parts.push({ kind: 'text', text: line.slice(end) });
  return parts;
}

/** The text without its markup. */
export const plainText = (parts: readonly Inline[]): string =>
  parts.map((part) => ('text' in part ? part.text : plainText(part.children))).join('');
