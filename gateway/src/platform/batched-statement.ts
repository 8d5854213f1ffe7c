// A statement for a batch, and the same one for a single row. Arrays of one value cost PostgreSQL more than the row they
// stand for (a quarter of the whole statement), and on a quiet gateway every batch is one row.

import { bytesArray, plainArray, textArray } from './sql-array.ts';

/** The values of one parameter, an entry for each row. */
export interface Column {
  readonly values: readonly unknown[];
  readonly toArray: () => unknown;
}

/** For uuids, numbers and booleans. */
export const plainColumn = (values: Parameters<typeof plainArray>[0]): Column => ({
  values,
  toArray: () => plainArray(values),
});

export const textColumn = (values: Parameters<typeof textArray>[0]): Column => ({
  values,
  toArray: () => textArray(values),
});

export const timeColumn = (values: readonly (Date | null)[]): Column =>
  plainColumn(values.map((time) => time?.toISOString() ?? null));

export const bytesColumn = (values: Parameters<typeof bytesArray>[0]): Column => ({
  values,
  toArray: () => bytesArray(values),
});

/** One value for all rows, and no array. */
export const sharedValue = (value: unknown): Column => ({ values: [value], toArray: () => value });

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

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Prepares both. The statement unnests its parameters, and names what it unnests `row`. */
export const batchedStatement = (name: string, text: string): ((columns: readonly Column[]) => Statement) => {
  const one = { name: `${name}-one`, text: toOneRow(text) };
  return (columns) =>
    columns.every(({ values }) => values.length === 1)
      ? { ...one, values: columns.map(({ values }) => values[0]) }
      : { name, text, values: columns.map((column) => column.toArray()) };
};
