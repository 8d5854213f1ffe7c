// Texts from outside, made fit for the database: for a text column, and for a pattern of `like`.

/** The database takes no NUL, and a text that is cut to size must not end in half a pair of surrogates. */
export const storableText = (text: string, charactersMax: number): string => {
  const cut = text.length > charactersMax ? text.slice(0, charactersMax) : text;
  return (cut.includes('\u0000') ? cut.replaceAll('\u0000', '\ufffd') : cut).toWellFormed();
};

export const storableTextOrNull = (text: string | null | undefined, charactersMax: number): string | null =>
  typeof text === 'string' ? storableText(text, charactersMax) : null;

/** With what the database takes for wildcards as the characters they are. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const containing = (text: string): string => `%${literal(text)}%`;
