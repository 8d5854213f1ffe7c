// HTTP in and out for the list of messages: page by page, counted, and as a file.

import { LogStatistics } from '@hudhud/contract/log-statistics.ts';
import {
  Message,
  MessageExportQuery,
  MessagePage,
  MessageQuery,
  MessageStatisticsQuery,
} from '@hudhud/contract/messages.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { companyOf } from '../../companies/company-of.ts';
import { columnsOf, exportAnswer, pageOfExport, sendExport } from '../../platform/http/export-rows.ts';
import { filterCodes } from '../../platform/http/request-codes.ts';
import { addSchemaOnce, problemResponses } from '../../platform/http/schemas.ts';
import { countMessages, readMessagePage } from './list-messages.ts';

const tags = ['Messages'];
const codes = [...filterCodes, 'invalid_phone_number'] as const;

export const registerListRoutes = (server: FastifyInstance, { pool }: { pool: pg.Pool }): void => {
  addSchemaOnce(server, LogStatistics);

  server.get<{ Querystring: MessageQuery }>(
    '/api/v1/messages',
    {
      schema: {
        operationId: 'listMessages',
        tags,
        summary: 'List messages, newest first',
        querystring: MessageQuery,
        response: { 200: MessagePage, ...problemResponses(...codes, 'invalid_cursor') },
      },
    },
    (request) => readMessagePage(pool, companyOf(request.incoming).id, request.query),
  );

  server.get<{ Querystring: MessageStatisticsQuery }>(
    '/api/v1/messages/statistics',
    {
      schema: {
        operationId: 'getMessageStatistics',
        tags,
        summary: 'Count the newest messages over time, with why they failed',
        description:
          'For a log: a short time, in small steps. The numbers of whole days and months are at `/api/v1/statistics`.',
        querystring: MessageStatisticsQuery,
        response: { 200: refTo(LogStatistics), ...problemResponses(...codes) },
      },
    },
    (request) => countMessages(pool, companyOf(request.incoming).id, request.query),
  );

  server.get<{ Querystring: MessageExportQuery }>(
    '/api/v1/messages/export',
    {
      schema: {
        operationId: 'exportMessages',
        tags,
        summary: 'The messages of any filter as a file',
        querystring: MessageExportQuery,
        response: { 200: exportAnswer, ...problemResponses(...codes) },
      },
    },
    (request, reply) => {
      const { format = 'csv', ...query } = request.query;
      const { id } = companyOf(request.incoming);
      return sendExport<Message>(reply, {
        name: 'messages',
        format,
        columns: columnsOf(Message),
        readPage: (cursor) => readMessagePage(pool, id, pageOfExport(query, cursor)),
      });
    },
  );
};
