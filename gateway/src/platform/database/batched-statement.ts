// A statement for a batch, in its cheapest forms. Arrays of one value cost PostgreSQL more than the row they stand for
// (a quarter of the whole statement), and on an idle gateway every batch is one row; searching for rows that an earlier
// try may have left costs a tenth, and the first try has none. Each form is written once, when the module loads.

import { BinaryArrayWriter } from './binary-array.ts';
import type { Column, ColumnTable } from './column-table.ts';

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** An input with one value for the whole batch. */
export const shared = 'shared';

/** The inputs of a statement by name: rows in the columns of a table, or one value for all. */
export type Inputs = Readonly<Record<string, ColumnTable<never> | typeof shared>>;

/** How the text of a statement refers to the rows that it is given. */
export interface RowSource {
  /** To select from: the rows, under the name `row`, with the names of their columns. */
  readonly rows: string;
  /** The same with some of the columns. */
  pick(...names: readonly string[]): string;
}

export type Sources<In extends Inputs> = {
  readonly [Name in keyof In]: In[Name] extends ColumnTable<never> ? RowSource : string;
};

type Given<In extends Inputs> = {
  readonly [Name in keyof In]: In[Name] extends ColumnTable<infer Row> ? readonly Row[] : unknown;
};

/** `isRepeated`: the fate of an earlier try with the same values is not known. */
export type BatchedStatement<In extends Inputs> = (given: Given<In>, isRepeated?: boolean) => Statement;

/** Adds the part of a statement that is needed only because an earlier try may have left rows. */
type WhenRepeated = (text: string) => string;

type StatementText<In extends Inputs> = (sources: Sources<In>, whenRepeated: WhenRepeated) => string;

/**
 * True for every row, because it is the whole range of the type. The planner cannot know that; it takes a range for rare and
 * expects a single row, so it looks every row up by its key. With ten rows, which is its guess otherwise, and small tables
 * it would read all rows between the first and the last of the batch, and go on doing so when the tables have grown.
 */
export const expectFew = (smallint: string): string => `${smallint} between -32768 and 32767`;

type Form = 'one' | 'many';

const rowSource = (table: ColumnTable<never>, firstPlace: number, form: Form): RowSource => {
  const write = (columns: readonly Column<never>[]): string => {
    const parameters = columns.map(({ name, type }) => ({
      name,
      cast: `$${firstPlace + table.indexOf(name)}::${type}`,
    }));
    if (form === 'one')
      return `(select ${parameters.map((one) => `${one.cast} as ${one.name}`).join(', ')}) as row`;
    const arrays = parameters.map((one) => `${one.cast}[]`).join(', ');
    return `unnest(${arrays}) as row (${columns.map(({ name }) => name).join(', ')})`;
  };
  return {
    rows: write(table.columns),
    pick: (...names) => write(names.map((name) => table.columns[table.indexOf(name)] as Column<never>)),
  };
};

/** Parameters are numbered in the order of the inputs. */
const sourcesOf = <In extends Inputs>(inputs: In, form: Form): Sources<In> => {
  let place = 1;
  const sources: Record<string, RowSource | string> = {};
  for (const [name, input] of Object.entries(inputs)) {
    sources[name] = input === shared ? `$${place}` : rowSource(input, place, form);
    place += input === shared ? 1 : input.columns.length;
  }
  return sources as Sources<In>;
};

const plainValue = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

type Parameter = { readonly name: string; readonly table: ColumnTable<unknown> | null };
type GivenByName = Readonly<Record<string, unknown>>;

const rowsOf = (given: GivenByName, name: string): readonly unknown[] => given[name] as readonly unknown[];

const oneRow = (parameters: readonly Parameter[], given: GivenByName): unknown[] => {
  const values: unknown[] = [];
  for (const { name, table } of parameters) {
    if (table === null) values.push(plainValue(given[name]));
    else {
      const row = rowsOf(given, name)[0];
      for (const { read } of table.columns) values.push(plainValue(read(row)));
    }
  }
  return values;
};

const manyRows = (parameters: readonly Parameter[], given: GivenByName): unknown[] => {
  let expected = 0;
  for (const { name, table } of parameters)
    expected += table === null ? 0 : (rowsOf(given, name).length + 1) * table.columns.length;
  const writer = new BinaryArrayWriter(expected);
  const values: unknown[] = [];
  for (const { name, table } of parameters) {
    if (table === null) values.push(plainValue(given[name]));
    else {
      const rows = rowsOf(given, name);
      for (const { type, read } of table.columns) values.push(writer.write(type, rows, read));
    }
  }
  return values;
};

/** Prepares all forms of a statement. Its text is given the names under which it reaches its inputs. */
export const batchedStatement = <In extends Inputs>(
  name: string,
  inputs: In,
  text: StatementText<In>,
): BatchedStatement<In> => {
  let isRepeatable = false;
  const formsOf = (suffix: string, whenRepeated: WhenRepeated) => ({
    many: { name: `${name}${suffix}`, text: text(sourcesOf(inputs, 'many'), whenRepeated) },
    one: { name: `${name}${suffix}-one`, text: text(sourcesOf(inputs, 'one'), whenRepeated) },
  });
  const first = formsOf('', () => {
    isRepeatable = true;
    return '';
  });
  const repeated = isRepeatable ? formsOf('-again', (only) => only) : first;
  const parameters = Object.entries(inputs).map(
    ([of, input]): Parameter => ({
      name: of,
      table: input === shared ? null : (input as ColumnTable<unknown>),
    }),
  );
  return (given, isRepeated = false) => {
    const forms = isRepeated ? repeated : first;
    const isOne = parameters.every((of) => of.table === null || rowsOf(given, of.name).length === 1);
    return isOne
      ? { ...forms.one, values: oneRow(parameters, given) }
      : { ...forms.many, values: manyRows(parameters, given) };
  };
};
