// A name for placeholders, made of what people call the field: letters, digits and low lines.

const charactersMax = 64;

export const fieldNameOf = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, charactersMax);

export const isFieldName = (name: string): boolean =>
  name.length <= charactersMax && /^[\p{L}\p{M}\p{N}_-]+$/u.test(name);
