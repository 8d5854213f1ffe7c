// HTTP in and out for stores.

import { Store, StoreBody, StorePage } from '@hudhud/contract/companies.ts';
import { ListQuery } from '@hudhud/contract/paging.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { bodyCodes, pageCodes, strayBodyCodes } from '../../platform/http/request-codes.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { toPublicId } from '../../platform/ids.ts';
import { toIdRange, toPage } from '../../platform/paging.ts';
import { auditedActor } from '../audit/write-audit.ts';
import { companyOf } from '../company-of.ts';
import { addStore, changeStore, removeStore } from './change-stores.ts';
import { findStore, listStores, type StoreRow } from './queries.ts';

const params = idParams('store');
const tags = ['Stores'];
const present = (row: StoreRow): Store => ({
  id: toPublicId('store', row.id),
  name: row.name,
  created_at: row.created_at.toISOString(),
});

const read = async (pool: pg.Pool, companyId: string, id: string): Promise<Store> => {
  const row = await findStore(pool, companyId, id);
  if (!row) throw new AppError('store_not_found');
  return present(row);
};

const registerReadRoutes = (server: FastifyInstance, pool: pg.Pool): void => {
  server.get<{ Querystring: ListQuery }>(
    '/api/v1/stores',
    {
      schema: {
        operationId: 'listStores',
        tags,
        summary: 'List the stores, newest first',
        querystring: ListQuery,
        response: {
          200: StorePage,
          ...problemResponses(...pageCodes),
        },
      },
    },
    async (request) => {
      const range = toIdRange('stores', request.query);
      const rows = await listStores(pool, companyOf(request.incoming).id, range);
      return toPage('stores', rows, range.limit, present);
    },
  );

  server.get<WithId>(
    '/api/v1/stores/:id',
    {
      schema: {
        operationId: 'getStore',
        tags,
        summary: 'Read one store',
        params,
        response: { 200: refTo(Store), ...problemResponses('store_not_found', 'invalid_id') },
      },
    },
    (request) => read(pool, companyOf(request.incoming).id, readId('store', request.params.id)),
  );
};

const registerChangeRoutes = (server: FastifyInstance, pool: pg.Pool): void => {
  server.post<{ Body: StoreBody }>(
    '/api/v1/stores',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'createStore',
        tags,
        summary: 'Add a store',
        body: refTo(StoreBody),
        response: {
          201: { description: 'The store is there.', ...refTo(Store) },
          ...problemResponses(...bodyCodes, 'too_many_stores', 'company_not_found'),
        },
      },
    },
    async (request, reply) => {
      const companyId = companyOf(request.incoming).id;
      const name = request.body.name.trim();
      const id = await addStore(pool, auditedActor(request.incoming), { companyId, name });
      return reply.code(201).send(await read(pool, companyId, id));
    },
  );

  server.patch<WithId & { Body: StoreBody }>(
    '/api/v1/stores/:id',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'changeStore',
        tags,
        summary: 'Rename a store',
        params,
        body: refTo(StoreBody),
        response: {
          200: refTo(Store),
          ...problemResponses(...bodyCodes, 'store_not_found', 'invalid_id'),
        },
      },
    },
    async (request) => {
      const companyId = companyOf(request.incoming).id;
      const storeId = readId('store', request.params.id);
      const name = request.body.name.trim();
      await changeStore(pool, auditedActor(request.incoming), { companyId, storeId }, name);
      return await read(pool, companyId, storeId);
    },
  );

  server.delete<WithId>(
    '/api/v1/stores/:id',
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'deleteStore',
        tags,
        summary: 'Delete a store that no sender belongs to',
        params,
        response: {
          204: { description: 'It is gone.', type: 'null' },
          ...problemResponses(...strayBodyCodes, 'store_not_found', 'store_in_use', 'invalid_id'),
        },
      },
    },
    async (request, reply) => {
      const key = { companyId: companyOf(request.incoming).id, storeId: readId('store', request.params.id) };
      await removeStore(pool, auditedActor(request.incoming), key);
      return reply.code(204).send();
    },
  );
};

export const registerStoreRoutes = (server: FastifyInstance, { pool }: { readonly pool: pg.Pool }): void => {
  for (const schema of [Store, StoreBody]) server.addSchema(schema);
  registerReadRoutes(server, pool);
  registerChangeRoutes(server, pool);
};
