// How every list is read: newest first, a page at a time, from a cursor.

import Type, { type Static, type TSchema } from 'typebox';
import { nullable } from './nullable.ts';
import { refTo } from './ref-to.ts';

/** Where in a list. */
export const cursorQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Rows on one page.' }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 200,
      description: '`next_cursor` of the page before. Left out: the newest page.',
    }),
  ),
};

/** The query of a list without filters. */
export const ListQuery = Type.Object(cursorQuery, { additionalProperties: false });
export type ListQuery = Static<typeof ListQuery>;

/** Where in a log, whose rows may also be asked for by time. */
export const pageQuery = {
  ...cursorQuery,
  since: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only what happened at or after this time.' }),
  ),
  until: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only what happened before this time.' }),
  ),
};

export const pageOf = <Item extends TSchema>(item: Item) =>
  Type.Object({
    data: Type.Array(refTo(item)),
    next_cursor: nullable(Type.String(), 'Cursor of the next page; null on the last one.'),
  });

/** A list that is never long: all of it in one answer. */
export const listOf = <Item extends TSchema>(item: Item) => Type.Object({ data: Type.Array(refTo(item)) });
