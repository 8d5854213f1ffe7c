// The placeholders of a text, as the gateway reads them: {{name}} and {{name|fallback}}.

/** The innermost pairs of double braces. */
const placeholder = /\{\{([^{}]*)\}\}/g;
const namePattern = /^[\p{L}\p{M}\p{N}_.-]{1,64}$/u;

export interface Placeholder {
  readonly name: string;
  readonly fallback: string | null;
}

/** Each name once, in the order in which they stand; one with and without a fallback has none. */
export function findPlaceholders(text: string): Placeholder[] {
  const found = new Map<string, Placeholder>();
  for (const [, inside = ''] of text.matchAll(placeholder)) {
    const { name, fallback } = cut(inside);
    if (!namePattern.test(name)) continue;
    const known = found.get(name);
    found.set(name, { name, fallback: known && known.fallback === null ? null : fallback });
  }
  return [...found.values()];
}

/** The text as the person will read it; what is not filled yet stays as it is written. */
export function fillPlaceholders(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(placeholder, (written, inside: string) => {
    const { name, fallback } = cut(inside);
    return variables[name] || (fallback ?? written);
  });
}

function cut(inside: string): Placeholder {
  const bar = inside.indexOf('|');
  return bar < 0
    ? { name: inside.trim(), fallback: null }
    : { name: inside.slice(0, bar).trim(), fallback: inside.slice(bar + 1).trim() };
}
