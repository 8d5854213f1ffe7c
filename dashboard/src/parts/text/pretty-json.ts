// JSON indented for reading, cut into pieces that can be set apart; text that is not JSON stays as it came.

export type Piece = { readonly kind: 'key' | 'value' | 'mark'; readonly text: string };

/** Group 1: a name with its colon. Group 2: any other value. What lies between are marks. */
const token = /("(?:[^"\\]|\\.)*"(?=\s*:))|("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/g;

export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not JSON is a normal case here: the Event Monitor shows bodies that were refused for exactly that.
    return text;
  }
}

export function cutJson(pretty: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of pretty.matchAll(token)) {
    if (match.index > end) pieces.push({ kind: 'mark', text: pretty.slice(end, match.index) });
    pieces.push({ kind: match[1] === undefined ? 'value' : 'key', text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < pretty.length) pieces.push({ kind: 'mark', text: pretty.slice(end) });
  return pieces;
}
