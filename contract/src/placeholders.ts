// The rule for {{name}} and {{name|fallback}}, shared by the gateway, which fills texts before it stores them, and by the
// dashboard, which shows the filled text while the user types it.

export interface Placeholder {
  readonly name: string;
  /** Used when no value is known; null: a value is needed. */
  readonly fallback: string | null;
}

export interface FilledText {
  /** With every value that is known; what nothing fills stays as it is written. */
  readonly text: string;
  /** Texts between braces that no value fills. Empty: the text may be sent. */
  readonly unfilled: readonly string[];
}

type Variables = Readonly<Record<string, string>>;

/** Marks are part of words in many scripts: the vowel signs of Arabic and Hindi, for example. */
const namePattern = /^[\p{L}\p{M}\p{N}_.-]{1,64}$/u;

interface Place {
  readonly start: number;
  readonly end: number;
  /** The text between the braces. */
  readonly inside: string;
}

/** The innermost pairs of double braces. One that opens and never closes is plain text. */
function findPlaces(text: string): Place[] {
  const found: Place[] = [];
  for (let from = 0; ; ) {
    const open = text.indexOf('{{', from);
    const close = open < 0 ? -1 : text.indexOf('}}', open + 2);
    if (close < 0) return found;
    const start = text.lastIndexOf('{{', close - 2);
    found.push({ start, end: close + 2, inside: text.slice(start + 2, close) });
    from = close + 2;
  }
}

function readPlaceholder(inside: string): Placeholder | null {
  const bar = inside.indexOf('|');
  const name = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  if (!namePattern.test(name)) return null;
  return { name, fallback: bar < 0 ? null : inside.slice(bar + 1).trim() };
}

/** Each name once, in the order of the text. One with a fallback in one place and none in another has none. */
export function listPlaceholders(text: string): Placeholder[] {
  const found = new Map<string, Placeholder>();
  for (const { inside } of findPlaces(text)) {
    const placeholder = readPlaceholder(inside);
    if (placeholder === null) continue;
    const known = found.get(placeholder.name);
    found.set(placeholder.name, known?.fallback === null ? known : placeholder);
  }
  return [...found.values()];
}

/** An empty value gives way to a fallback: systems send "" for what they do not know. */
function fillOne(inside: string, variables: Variables): string | null {
  const placeholder = readPlaceholder(inside);
  if (placeholder === null) return null;
  const { name, fallback } = placeholder;
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  return fallback === null ? (value ?? null) : value || fallback;
}

/** Values go in as given and are not read again, so a customer's name with braces in it can do no harm. */
export function fillText(text: string, variables: Variables): FilledText {
  if (!text.includes('{{')) return { text, unfilled: [] };
  const unfilled: string[] = [];
  let filled = '';
  let plain = '';
  let from = 0;
  for (const { start, end, inside } of findPlaces(text)) {
    const value = fillOne(inside, variables);
    if (value === null) unfilled.push(inside);
    const before = text.slice(from, start);
    filled += before + (value ?? text.slice(start, end));
    // An empty value lets the braces on both sides of it meet.
    plain += value === '' ? before : `${before}…`;
    from = end;
  }
  const rest = text.slice(from);
  // Double braces around a placeholder are no placeholder themselves, but a person would see them.
  plain += rest;
  const open = plain.indexOf('{{');
  const close = open < 0 ? -1 : plain.lastIndexOf('}}');
  if (close >= open + 2 && open >= 0) unfilled.push(plain.slice(open + 2, close));
  return { text: filled + rest, unfilled };
}
