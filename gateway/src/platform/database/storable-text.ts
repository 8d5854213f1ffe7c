// Texts from outside, made fit for a text column: the database takes no NUL, and a text that is cut to size must not end
// in half a pair of surrogates.

export const storableText = (text: string, charactersMax: number): string => {
  const cut = text.length > charactersMax ? text.slice(0, charactersMax) : text;
  return (cut.includes('\u0000') ? cut.replaceAll('\u0000', '\ufffd') : cut).toWellFormed();
};

export const storableTextOrNull = (text: string | null | undefined, charactersMax: number): string | null =>
  typeof text === 'string' ? storableText(text, charactersMax) : null;
