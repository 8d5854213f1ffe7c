// Files with contacts: uploading one, starting it, and following it until it is over.

import type { ContactImport, ImportStart } from '@hudhud/contract/imports.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, getFile, post } from '../api.ts';
import { listPages } from './list-pages.ts';

const pathOf = (id: string): string => `/contact-imports/${encodeURIComponent(id)}`;

const watchMilliseconds = 700;

export const isUnderWay = ({ state }: ContactImport): boolean => state === 'queued' || state === 'running';

export const importsQuery = infiniteQueryOptions({
  queryKey: ['contact-imports', 'list'],
  ...listPages<ContactImport>('/contact-imports', {}),
  refetchInterval: (query) =>
    query.state.data?.pages[0]?.data.some(isUnderWay) === true ? 3 * watchMilliseconds : false,
});

export const importKey = (id: string) => ['contact-imports', 'one', id] as const;

/** Asked for again and again while it runs. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: importKey(id),
    queryFn: ({ signal }) => get<ContactImport>(pathOf(id), { signal }),
    refetchInterval: (query) =>
      query.state.data && isUnderWay(query.state.data) ? watchMilliseconds : false,
  });

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Browsers and systems disagree on the type of a CSV file; its name is what people go by. */
export const uploadImport = (file: File): Promise<ContactImport> =>
  post<ContactImport>('/contact-imports', {
    query: { file_name: file.name.slice(-200) },
    file,
    headers: { 'Content-Type': /\.xlsx$/i.test(file.name) ? xlsxType : 'text/csv' },
  });

export const startImport = (id: string, body: ImportStart): Promise<ContactImport> =>
  post<ContactImport>(`${pathOf(id)}/start`, { body });
export const cancelImport = (id: string): Promise<ContactImport> =>
  post<ContactImport>(`${pathOf(id)}/cancel`);

/** The rows that were refused, as a file to put right and upload again. */
export const openRefusedRows = (id: string, signal?: AbortSignal): Promise<Response> =>
  getFile(`${pathOf(id)}/refused.csv`, signal ? { signal } : {});
