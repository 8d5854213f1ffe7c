// All routes of a company, checked and written at once: their order is part of them.

import type { Route as PublicRoute, SaveRoutesBody } from '@hudhud/contract/routes.ts';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/database.ts';
import { fieldProblem } from '../../platform/errors.ts';
import { fromPublicId, newUuid, toPublicId } from '../../platform/ids.ts';
import { hasCompany, hasStore, listSenders, lockSenders } from '../queries.ts';
import { listRoutes, type RouteRow, replaceRoutes } from './queries.ts';

type GivenRoute = SaveRoutesBody['routes'][number];

const toRow = (companyId: string, given: GivenRoute, position: number): RouteRow => ({
  company_id: companyId,
  id: (given.id && fromPublicId('route', given.id)) || newUuid(),
  position,
  name: given.name.trim(),
  store_id: given.store_id === undefined ? null : fromPublicId('store', given.store_id),
  tag: given.tag ?? null,
  country_prefix: given.country_prefix?.replace('+', '') ?? null,
  sender_ids: given.senders.flatMap((id) => fromPublicId('sender', id) ?? []),
  after_minutes: given.after_minutes,
});

const check = async (db: pg.ClientBase, companyId: string, rows: readonly RouteRow[]): Promise<void> => {
  const known = new Set((await listSenders(db, companyId)).map(({ id }) => id));
  for (const [index, row] of rows.entries()) {
    const place = row.sender_ids.findIndex((id) => !known.has(id));
    const missing = row.sender_ids[place];
    if (missing !== undefined) {
      const detail = `The company has no sender ${toPublicId('sender', missing)}.`;
      throw fieldProblem('unknown_sender', { pointer: `/routes/${index}/senders/${place}` }, detail);
    }
    if (row.store_id !== null && !(await hasStore(db, companyId, row.store_id))) {
      const detail = `The company has no store ${toPublicId('store', row.store_id)}.`;
      throw fieldProblem('unknown_store', { pointer: `/routes/${index}/store_id` }, detail);
    }
  }
};

export const presentRoute = (row: RouteRow): PublicRoute => ({
  id: toPublicId('route', row.id),
  name: row.name,
  senders: row.sender_ids.map((id) => toPublicId('sender', id)),
  after_minutes: row.after_minutes,
  ...(row.store_id !== null && { store_id: toPublicId('store', row.store_id) }),
  ...(row.tag !== null && { tag: row.tag }),
  ...(row.country_prefix !== null && { country_prefix: row.country_prefix }),
});

export const saveRoutes = (
  pool: pg.Pool,
  companyId: string,
  { routes }: SaveRoutesBody,
): Promise<readonly RouteRow[]> =>
  inTransaction(pool, async (client) => {
    await lockSenders(client, companyId);
    const rows = routes.map((given, position) => toRow(companyId, given, position));
    await check(client, companyId, rows);
    await replaceRoutes(client, companyId, rows);
    return rows;
  });

/** In the order in which they are tried; null when there is no such company. */
export const listCompanyRoutes = async (pool: pg.Pool, companyId: string): Promise<PublicRoute[] | null> =>
  (await hasCompany(pool, companyId)) ? (await listRoutes(pool, companyId)).map(presentRoute) : null;
