// The columns that a statement is given rows in: name, type and value of each in one list. What a statement needs of them
// (parameters, casts, alias lists, insert lists, arrays) is derived from the list, so a new column is one line.

import type { ElementType } from './binary-array.ts';

export interface Column<Row> {
  readonly name: string;
  readonly type: ElementType;
  readonly read: (row: Row) => unknown;
}

/** By name: the type, and the value of a row. `undefined` counts as null. */
export type ColumnList<Row> = Readonly<
  Record<string, readonly [type: ElementType, read: (row: Row) => unknown]>
>;

export class ColumnTable<Row> {
  readonly columns: readonly Column<Row>[];
  /** As an insert or a select lists them. */
  readonly names: string;

  constructor(columns: readonly Column<Row>[]) {
    this.columns = columns;
    this.names = columns.map(({ name }) => name).join(', ');
  }

  /** For a statement that never has anything to say in these columns: a parameter costs time even when it is null. */
  without(...names: readonly string[]): ColumnTable<Row> {
    for (const name of names) this.indexOf(name);
    return new ColumnTable(this.columns.filter(({ name }) => !names.includes(name)));
  }

  /** With columns that only one statement knows. */
  and<More>(list: ColumnList<Row & More>): ColumnTable<Row & More> {
    return new ColumnTable<Row & More>([...this.columns, ...columnTable<Row & More>(list).columns]);
  }

  /** The same columns for rows that hold such a row. */
  from<Outer>(inner: (outer: Outer) => Row): ColumnTable<Outer> {
    return new ColumnTable(
      this.columns.map(({ name, type, read }) => ({
        name,
        type,
        read: (outer) => read(inner(outer)),
      })),
    );
  }

  indexOf(name: string): number {
    const index = this.columns.findIndex((column) => column.name === name);
    if (index < 0) throw new Error(`There is no column "${name}" among ${this.names}.`);
    return index;
  }
}

export const columnTable = <Row>(list: ColumnList<Row>): ColumnTable<Row> =>
  new ColumnTable(Object.entries(list).map(([name, [type, read]]) => ({ name, type, read })));
