// Files with contacts: uploading one, starting it, and following it until it is over.

import type { ContactImport, ImportStart } from '@hudhud/contract/imports.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, getFile, post } from '../api.ts';
import { contactKeys } from './contacts.ts';
import { listPages } from './list-pages.ts';
import { mutation } from './mutation.ts';
import { readRefusedRows } from './refused-rows.ts';

const importKeys = {
  all: ['contact-imports'] as const,
  list: () => [...importKeys.all, 'list'] as const,
  one: (id: string) => [...importKeys.all, 'one', id] as const,
  /** A second run refuses other rows. */
  refused: ({ id, finished_at }: ContactImport) => [...importKeys.all, 'refused', id, finished_at] as const,
};

const pathOf = (id: string): string => `/contact-imports/${encodeURIComponent(id)}`;

const watchMilliseconds = 700;

export const isUnderWay = ({ state }: ContactImport): boolean => state === 'queued' || state === 'running';

export const importsQuery = infiniteQueryOptions({
  queryKey: importKeys.list(),
  ...listPages<ContactImport>('/contact-imports', {}),
  refetchInterval: (query) =>
    query.state.data?.pages[0]?.data.some(isUnderWay) === true ? 3 * watchMilliseconds : false,
});

/** Asked for again and again while it runs. Once it is done, the contacts are others. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: importKeys.one(id),
    queryFn: async ({ signal, client }) => {
      const job = await get<ContactImport>(pathOf(id), { signal });
      if (job.state === 'done' && !job.is_dry_run) {
        void client.invalidateQueries({ queryKey: contactKeys.all });
      }
      return job;
    },
    refetchInterval: (query) =>
      query.state.data && isUnderWay(query.state.data) ? watchMilliseconds : false,
  });

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const answersOne = ({ id }: ContactImport) => importKeys.one(id);

/** Browsers and systems disagree on the type of a CSV file; its name is what people go by. */
export const uploadImport = mutation({
  mutationFn: (file: File) =>
    post<ContactImport>('/contact-imports', {
      query: { file_name: file.name.slice(-200) },
      file,
      headers: { 'Content-Type': /\.xlsx$/i.test(file.name) ? xlsxType : 'text/csv' },
    }),
  changes: [importKeys.list()],
  answers: answersOne,
});

export const startImport = mutation({
  mutationFn: ({ id, body }: { id: string; body: ImportStart }) =>
    post<ContactImport>(`${pathOf(id)}/start`, { body }),
  changes: [importKeys.list()],
  answers: answersOne,
});

export const cancelImport = mutation({
  mutationFn: (id: string) => post<ContactImport>(`${pathOf(id)}/cancel`),
  changes: [importKeys.list()],
  answers: answersOne,
});

/** The rows that were refused, as a file to put right and upload again. */
export const openRefusedRows = (id: string, signal?: AbortSignal): Promise<Response> =>
  getFile(`${pathOf(id)}/refused.csv`, signal ? { signal } : {});

/** The first of them, with their reasons. */
export const refusedRowsQuery = (job: ContactImport) =>
  queryOptions({
    queryKey: importKeys.refused(job),
    queryFn: async ({ signal }) => readRefusedRows(await openRefusedRows(job.id, signal)),
    enabled: job.refused > 0,
  });
