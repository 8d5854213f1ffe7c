// Rules between the fields of a content that several kinds share. Pointers lead from the content on.

import type { FieldError } from './problem.ts';

/** The last part of a pointer that is no place in a list, in quotes. */
export const fieldOf = (pointer: string): string =>
  `"${pointer.split('/').findLast((part) => !/^\d+$/.test(part))}"`;

/** The second and every further one of equal values, each given with its pointer. */
export const checkRepeated = (
  values: readonly (readonly [value: string, pointer: string])[],
): FieldError[] => {
  const seen = new Set<string>();
  return values.flatMap(([value, pointer]): FieldError[] => {
    if (seen.size !== seen.add(value).size) return [];
    return [
      { code: 'repeated_value', pointer, detail: `${fieldOf(pointer)} must not be the same as another one.` },
    ];
  });
};

export const checkTitles = (sections: readonly { readonly title?: string }[], at: string): FieldError[] => {
  if (sections.length === 1) return [];
  const detail = '"title" is required in every section when there are several.';
  return sections.flatMap(({ title }, index): FieldError[] =>
    title === undefined ? [{ code: 'missing_field', pointer: `${at}/${index}/title`, detail }] : [],
  );
};

export const checkTotal = (total: number, max: number, what: string, pointer: string): FieldError[] => {
  if (total <= max) return [];
  const detail = `The sections have ${total} ${what} together; at most ${max} are allowed.`;
  return [{ code: 'wrong_count', pointer, detail }];
};

interface AnyHeader {
  readonly text?: string;
  readonly type?: string;
  readonly media?: object;
}

/** A line, or a file with what it is shown as. */
export const checkHeader = (header: AnyHeader | undefined): FieldError[] => {
  if (header === undefined) return [];
  const { text, type, media } = header;
  if (text !== undefined && (type !== undefined || media !== undefined)) {
    const detail = 'A header has "text", or a file with "type" and "media", not both.';
    return [{ code: 'invalid_value', pointer: '/header', detail }];
  }
  if (text !== undefined || (type !== undefined && media !== undefined)) return [];
  const [name, detail] =
    type === undefined
      ? ['type', '"type" is required with "media": image, video or document.']
      : ['media', '"media" is required with "type".'];
  return [{ code: 'missing_field', pointer: `/header/${name}`, detail }];
};
