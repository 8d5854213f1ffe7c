// HTTP in and out for segments, and for the question how many contacts a filter means.

import { refTo } from '@hudhud/contract/ref-to.ts';
import {
  ContactCount,
  ContactFilter,
  CountQuestion,
  NewSegment,
  Segment,
  SegmentChange,
  SegmentPage,
  SegmentQuery,
} from '@hudhud/contract/segments.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { errorCode } from '../../platform/error-code.ts';
import { AppError } from '../../platform/errors.ts';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { bodyCodes, pageCodes, strayBodyCodes } from '../../platform/http/request-codes.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { newUuid, timeOfUuid, toPublicId } from '../../platform/ids.ts';
import { toIdRange, toPage } from '../../platform/paging.ts';
import { countAudience } from '../audience.ts';
import { checkFilter } from '../check-filter.ts';
import { toDefinitions } from '../fields/check-values.ts';
import { listFields } from '../fields/queries.ts';
import type { ContactRoutesOptions } from '../route-options.ts';
import {
  deleteSegment,
  findSegment,
  insertSegment,
  listSegments,
  type SegmentRow,
  updateSegment,
} from './queries.ts';

const params = idParams('segment');
const tags = ['Segments'];
const segmentsMax = 1_000;
const filterCodes = [...bodyCodes, 'invalid_id', 'contact_field_invalid'] as const;

const present = (row: SegmentRow): Segment => ({
  id: toPublicId('segment', row.id),
  name: row.name,
  filter: row.filter,
  created_at: timeOfUuid(row.id).toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const read = async (pool: pg.Pool, companyId: string, id: string): Promise<Segment> => {
  const row = await findSegment(pool, companyId, id);
  if (!row) throw new AppError('segment_not_found');
  return present(row);
};

const check = async (pool: pg.Pool, companyId: string, filter: ContactFilter): Promise<ContactFilter> =>
  checkFilter(filter, toDefinitions(await listFields(pool, companyId)));

const refuseTaken = (error: unknown): never => {
  if (errorCode(error) === '23505') throw new AppError('segment_exists');
  throw error;
};

const registerReadRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, companyIdOf } = options;

  server.get<{ Querystring: SegmentQuery }>(
    '/api/v1/segments',
    {
      schema: {
        operationId: 'listSegments',
        tags,
        summary: 'List the segments, newest first',
        querystring: SegmentQuery,
        response: {
          200: SegmentPage,
          ...problemResponses(...pageCodes),
        },
      },
    },
    async (request) => {
      const range = toIdRange('segments', request.query);
      const rows = await listSegments(pool, companyIdOf(request.incoming), range);
      return toPage('segments', rows, range.limit, present);
    },
  );

  server.get<WithId>(
    '/api/v1/segments/:id',
    {
      schema: {
        operationId: 'getSegment',
        tags,
        summary: 'Read one segment',
        params,
        response: { 200: refTo(Segment), ...problemResponses('segment_not_found', 'invalid_id') },
      },
    },
    (request) => read(pool, companyIdOf(request.incoming), readId('segment', request.params.id)),
  );

  server.get<WithId>(
    '/api/v1/segments/:id/count',
    {
      schema: {
        operationId: 'countSegment',
        tags,
        summary: 'How many contacts belong to a segment now',
        params,
        response: { 200: refTo(ContactCount), ...problemResponses('segment_not_found', 'invalid_id') },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const row = await findSegment(pool, companyId, readId('segment', request.params.id));
      if (!row) throw new AppError('segment_not_found');
      return await countAudience(pool, companyId, row.filter);
    },
  );

  server.post<{ Body: CountQuestion }>(
    '/api/v1/contacts/count',
    {
      config: { role: 'viewer' },
      schema: {
        operationId: 'countContacts',
        tags,
        summary: 'Count the contacts of a filter',
        body: refTo(CountQuestion),
        response: { 200: refTo(ContactCount), ...problemResponses(...filterCodes) },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      return await countAudience(pool, companyId, await check(pool, companyId, request.body.filter));
    },
  );
};

const registerChangeRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  const { pool, companyIdOf } = options;

  server.post<{ Body: NewSegment }>(
    '/api/v1/segments',
    {
      schema: {
        operationId: 'createSegment',
        tags,
        summary: 'Keep a filter under a name',
        body: refTo(NewSegment),
        response: {
          201: { description: 'The segment is there.', ...refTo(Segment) },
          ...problemResponses(...filterCodes, 'segment_exists', 'too_many_segments'),
        },
      },
    },
    async (request, reply) => {
      const companyId = companyIdOf(request.incoming);
      const filter = await check(pool, companyId, request.body.filter);
      const segment = { id: newUuid(), name: request.body.name.trim(), filter };
      const isIn = await insertSegment(pool, companyId, segment, segmentsMax).catch(refuseTaken);
      if (!isIn) throw new AppError('too_many_segments');
      return reply.code(201).send(await read(pool, companyId, segment.id));
    },
  );

  server.patch<WithId & { Body: SegmentChange }>(
    '/api/v1/segments/:id',
    {
      schema: {
        operationId: 'changeSegment',
        tags,
        summary: 'Change a segment',
        params,
        body: refTo(SegmentChange),
        response: {
          200: refTo(Segment),
          ...problemResponses(...filterCodes, 'segment_not_found', 'segment_exists'),
        },
      },
    },
    async (request) => {
      const companyId = companyIdOf(request.incoming);
      const id = readId('segment', request.params.id);
      const { name, filter } = request.body;
      const change = {
        name: name?.trim() ?? null,
        filter: filter ? await check(pool, companyId, filter) : null,
      };
      if (!(await updateSegment(pool, companyId, id, change).catch(refuseTaken)))
        throw new AppError('segment_not_found');
      return await read(pool, companyId, id);
    },
  );

  server.delete<WithId>(
    '/api/v1/segments/:id',
    {
      schema: {
        operationId: 'deleteSegment',
        tags,
        summary: 'Delete a segment; its people stay',
        params,
        response: {
          204: { description: 'It is gone.', type: 'null' },
          ...problemResponses(...strayBodyCodes, 'segment_not_found', 'invalid_id'),
        },
      },
    },
    async (request, reply) => {
      const id = readId('segment', request.params.id);
      if (!(await deleteSegment(pool, companyIdOf(request.incoming), id)))
        throw new AppError('segment_not_found');
      return reply.code(204).send();
    },
  );
};

export const registerSegmentRoutes = (server: FastifyInstance, options: ContactRoutesOptions): void => {
  for (const schema of [ContactFilter, Segment, NewSegment, SegmentChange, CountQuestion, ContactCount])
    server.addSchema(schema);
  registerReadRoutes(server, options);
  registerChangeRoutes(server, options);
};
