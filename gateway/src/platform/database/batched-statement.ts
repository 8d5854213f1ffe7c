// A statement for a batch, in the forms in which it is cheapest. Arrays of one value cost PostgreSQL more than the row they
// stand for (a quarter of the whole statement), and on a quiet gateway every batch is one row; looking for rows that an
// earlier try may have left costs a tenth, and the first try has none.

import { binaryArray, type ElementType, isElementType } from './binary-array.ts';

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** `isRepeated`: the fate of an earlier try with the same values is not known. */
export type BatchedStatement = (values: readonly unknown[], isRepeated?: boolean) => Statement;

const unnested = /unnest\(([^()]*)\)(?:\s*as row \(([^()]*)\))?/g;
const splitList = (list: string): string[] => list.split(',').map((part) => part.trim());

/** Each `unnest($1::uuid[], ...) as row (id, ...)` becomes a row of its own: `(select $1::uuid as id, ...) as row`. */
const toOneRow = (text: string): string =>
  text.replace(unnested, (_unnest, parameters: string, names: string | undefined) => {
    const named = names === undefined ? [] : splitList(names);
    const values = splitList(parameters).map(
      (parameter, index) => `${parameter.replace('[]', '')} as ${named[index] ?? `value_${index}`}`,
    );
    return `(select ${values.join(', ')}) as row`;
  });

/**
 * True for every row, because it is the whole range of the type. The planner, who cannot know, takes a range for a rare thing and expects a single row: so it looks
 * every row up by its key. With ten rows, which is its guess otherwise, and small tables it would read all rows that lie
 * between the first and the last of the batch, and go on doing so when the tables have grown.
 */
export const expectFew = (smallint: string): string => `${smallint} between -32768 and 32767`;

const repetition = /\s*on conflict do nothing \/\* when repeated \*\//g;

/** The types of the parameters that are arrays, by their place. */
const arrayTypesOf = (name: string, text: string): (ElementType | undefined)[] => {
  const types: (ElementType | undefined)[] = [];
  for (const [, place, type = ''] of text.matchAll(/\$(\d+)::(\w+)\[\]/g)) {
    if (!isElementType(type)) throw new Error(`${name}: arrays of ${type} cannot be written`);
    types[Number(place) - 1] = type;
  }
  return types;
};

type Parameters = readonly unknown[];

const plainValue = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/**
 * Prepares all forms. A parameter of a type like `uuid[]` is given as the values of all rows, any other as the one value
 * that they share. The statement unnests its arrays and names what it unnests `row`; what it does only for the sake of a
 * repetition is marked `when repeated`.
 */
export const batchedStatement = (name: string, text: string): BatchedStatement => {
  const types = arrayTypesOf(name, text);
  const formsOf = (suffix: string, form: string) => ({
    many: { name: `${name}${suffix}`, text: form },
    one: { name: `${name}${suffix}-one`, text: toOneRow(form) },
  });
  const first = formsOf('', text.replace(repetition, ''));
  const repeated = repetition.test(text) ? formsOf('-again', text) : first;
  const isOneRow = (value: unknown, place: number): boolean =>
    types[place] === undefined || (value as Parameters).length === 1;
  const toOne = (value: unknown, place: number): unknown =>
    plainValue(types[place] === undefined ? value : (value as Parameters)[0]);
  const toMany = (value: unknown, place: number): unknown => {
    const type = types[place];
    return type === undefined ? plainValue(value) : binaryArray(type, value as Parameters);
  };
  return (values, isRepeated = false) => {
    const forms = isRepeated ? repeated : first;
    return values.every(isOneRow)
      ? { ...forms.one, values: values.map(toOne) }
      : { ...forms.many, values: values.map(toMany) };
  };
};
