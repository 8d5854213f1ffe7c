// HTTP in and out for imports. The file is the body itself, streamed: it is larger than any JSON we take.

import { Readable } from 'node:stream';
import {
  ContactImport,
  ContactImportPage,
  ImportPreview,
  ImportQuery,
  ImportStart,
  ImportUploadQuery,
} from '@hudhud/contract/imports.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { byteOrderMark, csvLine } from '../../platform/csv-line.ts';
import { AppError } from '../../platform/errors.ts';
import { patiently } from '../../platform/http/long-upload.ts';
import { idParams, readId, type WithId } from '../../platform/http/read-id.ts';
import { bodyCodes, fieldCodes, pageCodes, strayBodyCodes } from '../../platform/http/request-codes.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { toIdRange, toPage } from '../../platform/paging.ts';
import type { ContactRoutesOptions } from '../route-options.ts';
import { FileError } from './file-row.ts';
import { presentImport } from './present.ts';
import {
  cancelImport,
  findImport,
  type ImportKey,
  type ImportRow,
  listImports,
  listRefusals,
} from './queries.ts';
import { startImport } from './start-import.ts';
import { uploadImport } from './upload-import.ts';
import { createUploadPlaces } from './upload-places.ts';

// The rows that an import refused, as a file that can be corrected and uploaded again: line and reason, then the row as it
// stood.

const rowsPerPage = 1_000;

async function* lines(pool: pg.Pool, job: ImportRow): AsyncGenerator<string> {
  const key: ImportKey = { companyId: job.company_id, id: job.id };
  yield byteOrderMark + csvLine(['line', 'code', 'reason', ...job.preview.headers]);
  for (let after = -1; ; ) {
    const page = await listRefusals(pool, key, after, rowsPerPage);
    if (page.length === 0) return;
    yield page.map(({ line, code, detail, cells }) => csvLine([`${line}`, code, detail, ...cells])).join('');
    after = page.at(-1)?.line ?? after;
  }
}

const refusedFile = (pool: pg.Pool, job: ImportRow): Readable => Readable.from(lines(pool, job));

export interface ImportRoutesOptions extends ContactRoutesOptions {
  readonly importBytesMax: number;
  /** An import waits to be run. */
  readonly onQueued: () => void;
}

const params = idParams('import');
const tags = ['Contacts'];

const csvTypes = ['text/csv', 'application/csv', 'text/tab-separated-values'];
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const sampleRows = [
  ['Mobile', 'Name'],
  ['+966501234567', 'Sara'],
];

const fileSchema = (contentMediaType: string, delimiter: string | null): object => ({
  contentMediaType,
  description: 'The file itself.',
  ...(delimiter !== null && { examples: [sampleRows.map((cells) => `${cells.join(delimiter)}\n`).join('')] }),
});

/** Describes only the form; the files are checked as they arrive, and refused by codes of their own. */
const uploadBody = {
  content: {
    'text/csv': { schema: fileSchema('text/csv', ',') },
    'application/csv': { schema: fileSchema('application/csv', ',') },
    'text/tab-separated-values': { schema: fileSchema('text/tab-separated-values', '\t') },
    [xlsxType]: { schema: fileSchema(xlsxType, null) },
  },
};

const registerUploadRoute = (server: FastifyInstance, options: ImportRoutesOptions): void => {
  const { pool, companyIdOf, importBytesMax } = options;
  const places = createUploadPlaces();
  server.addContentTypeParser([...csvTypes, xlsxType], (_request, payload, done) => done(null, payload));

  server.post<{ Querystring: ImportUploadQuery }>(
    '/api/v1/contact-imports',
    {
      schema: {
        operationId: 'uploadContactImport',
        tags,
        summary: 'Upload a CSV or XLSX file with contacts',
        description: `The file is the body; its content type is \`text/csv\` or \`${xlsxType}\`. The answer shows what was found in it. Nothing is imported before it is started.`,
        querystring: ImportUploadQuery,
        body: uploadBody,
        response: {
          201: { description: 'The file is here.', ...refTo(ContactImport) },
          ...problemResponses(
            ...strayBodyCodes,
            ...fieldCodes,
            'contact_import_too_large',
            'contact_import_unreadable',
            'too_many_contact_imports',
          ),
        },
      },
    },
    async (request, reply) => {
      const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
      if (!(request.body instanceof Readable) || ![...csvTypes, xlsxType].includes(type))
        throw new AppError('unsupported_content_type');
      // Breaking off must not close the connection before the answer is out.
      const stream = patiently(
        request.raw.socket,
        request.body.iterator({ destroyOnReturn: false }),
        (message) => new FileError(message),
      );
      const companyId = companyIdOf(request.incoming);
      const fileName = (request.query.file_name ?? '').replaceAll('\u0000', '').trim() || 'contacts';
      const format = type === xlsxType ? 'xlsx' : 'csv';
      const upload = { companyId, format, fileName, stream, bytesMax: importBytesMax, places } as const;
      const id = await uploadImport(pool, upload).catch((error: unknown) => {
        // The rest of the file stays unread.
        reply.header('connection', 'close');
        throw error;
      });
      const row = await findImport(pool, { companyId, id });
      if (!row) throw new Error('an import that was just made is gone');
      return reply.code(201).send(presentImport(row));
    },
  );
};

const registerReadRoutes = (server: FastifyInstance, options: ImportRoutesOptions): void => {
  const { pool, companyIdOf } = options;
  const find = async (key: ImportKey): Promise<ImportRow> => {
    const row = await findImport(pool, key);
    if (!row) throw new AppError('contact_import_not_found');
    return row;
  };

  server.get<{ Querystring: ImportQuery }>(
    '/api/v1/contact-imports',
    {
      schema: {
        operationId: 'listContactImports',
        tags,
        summary: 'List imports, newest first',
        querystring: ImportQuery,
        response: {
          200: ContactImportPage,
          ...problemResponses(...pageCodes),
        },
      },
    },
    async (request) => {
      const range = toIdRange('contact-imports', request.query);
      const rows = await listImports(pool, companyIdOf(request.incoming), range);
      return toPage('contact-imports', rows, range.limit, presentImport);
    },
  );

  server.get<WithId>(
    '/api/v1/contact-imports/:id',
    {
      schema: {
        operationId: 'getContactImport',
        tags,
        summary: 'Read the progress of an import, and the findings in its file',
        params,
        response: {
          200: refTo(ContactImport),
          ...problemResponses('contact_import_not_found', 'invalid_id'),
        },
      },
    },
    async (request) => {
      const id = readId('contactImport', request.params.id);
      return presentImport(await find({ companyId: companyIdOf(request.incoming), id }));
    },
  );

  server.get<WithId>(
    '/api/v1/contact-imports/:id/refused.csv',
    {
      schema: {
        operationId: 'downloadRefusedRows',
        tags,
        summary: 'The rows that were refused, each with its line and the reason',
        params,
        response: {
          200: { description: 'A CSV file.', content: { 'text/csv': { schema: {} } } },
          ...problemResponses('contact_import_not_found', 'invalid_id'),
        },
      },
    },
    async (request, reply) => {
      const id = readId('contactImport', request.params.id);
      const job = await find({ companyId: companyIdOf(request.incoming), id });
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="refused.csv"')
        .send(refusedFile(pool, job));
    },
  );
};

const registerChangeRoutes = (server: FastifyInstance, options: ImportRoutesOptions): void => {
  const { pool, companyIdOf, onQueued } = options;
  const read = async (key: ImportKey): Promise<ContactImport> => {
    const row = await findImport(pool, key);
    if (!row) throw new AppError('contact_import_not_found');
    return presentImport(row);
  };

  server.post<WithId & { Body: ImportStart }>(
    '/api/v1/contact-imports/:id/start',
    {
      schema: {
        operationId: 'startContactImport',
        tags,
        summary: 'Import the file, or only find out what would happen',
        params,
        body: refTo(ImportStart),
        response: {
          202: { description: 'It waits for its turn and goes on by itself.', ...refTo(ContactImport) },
          ...problemResponses(
            ...bodyCodes,
            'contact_import_not_found',
            'contact_import_state',
            'contact_import_mapping',
            'unknown_country',
            'invalid_id',
          ),
        },
      },
    },
    async (request, reply) => {
      const id = readId('contactImport', request.params.id);
      const key = { companyId: companyIdOf(request.incoming), id };
      await startImport(pool, key, request.body);
      onQueued();
      return reply.code(202).send(await read(key));
    },
  );

  server.post<WithId>(
    '/api/v1/contact-imports/:id/cancel',
    {
      schema: {
        operationId: 'cancelContactImport',
        tags,
        summary: 'Stop an import; what is imported stays',
        params,
        response: {
          200: refTo(ContactImport),
          ...problemResponses(
            ...strayBodyCodes,
            'contact_import_not_found',
            'contact_import_state',
            'invalid_id',
          ),
        },
      },
    },
    async (request) => {
      const id = readId('contactImport', request.params.id);
      const key = { companyId: companyIdOf(request.incoming), id };
      const { state } = await read(key);
      if (!(await cancelImport(pool, key)))
        throw new AppError('contact_import_state', { detail: `The import is ${state}.` });
      return await read(key);
    },
  );
};

export const registerImportRoutes = (server: FastifyInstance, options: ImportRoutesOptions): void => {
  for (const schema of [ImportPreview, ContactImport, ImportStart]) server.addSchema(schema);
  // Its own scope: nowhere else may a body be a file.
  server.register(async (uploads) => registerUploadRoute(uploads, options));
  registerReadRoutes(server, options);
  registerChangeRoutes(server, options);
};
