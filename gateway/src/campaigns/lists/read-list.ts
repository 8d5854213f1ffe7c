// The people of a list, from the body of a request or from an uploaded file, as rows that are written before a campaign
// names them. What is no phone number is kept as it was written, for the pre-flight to show.

import type { Audience } from '@hudhud/contract/campaigns.ts';
import { variableCharactersMax } from '@hudhud/contract/messages.ts';
import type pg from 'pg';
import { FileError } from '../../contacts/imports/file-row.ts';
import { type OpenedUpload, openUpload } from '../../contacts/imports/open-upload.ts';
import { storableText } from '../../platform/database/storable-text.ts';
import { AppError } from '../../platform/errors.ts';
import { fromPublicId, newUuid } from '../../platform/ids.ts';
import { inSlices } from '../../platform/in-slices.ts';
import { isCountry, readPhoneNumber } from '../../platform/read-phone-number.ts';
import type { StoredAudience } from '../audience/stored-audience.ts';
import { deleteEntries, deleteList, insertEntries, insertList, type NewEntry } from './queries.ts';

type Listed = NonNullable<Audience['recipients']>;
type ListFile = NonNullable<Audience['file']>;
type StoredList = Extract<StoredAudience, { kind: 'list' }>;

const entriesPerInsert = 2_000;
/** Reading so many numbers takes a few milliseconds; ten thousand of them held the process for 155. */
const recipientsPerSlice = 200;
const linesMax = 1_000_000;
const writtenCharactersMax = 60;

const toEntry = (
  line: number,
  written: string,
  country: string | null,
  variables: Readonly<Record<string, string>>,
): NewEntry => {
  const number = readPhoneNumber(written, { country });
  return {
    line,
    phoneNumber: number.kind === 'read' ? number.phoneNumber : null,
    written: storableText(written, writtenCharactersMax),
    variables,
  };
};

export const forgetList = async (pool: pg.Pool, companyId: string, listId: string): Promise<void> => {
  while ((await deleteEntries(pool, companyId, listId, entriesPerInsert * 10)) > 0);
  await deleteList(pool, companyId, listId);
};

/** Stores a list, some people at a time. One that breaks off is deleted again, here or by the sweep. */
const store = async (
  pool: pg.Pool,
  companyId: string,
  entries: AsyncIterable<NewEntry> | Iterable<NewEntry>,
): Promise<{ listId: string; listed: number }> => {
  const listId = newUuid();
  await insertList(pool, companyId, listId);
  let listed = 0;
  let waiting: NewEntry[] = [];
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) await insertEntries(pool, companyId, listId, waiting);
    waiting = [];
  };
  try {
    for await (const entry of entries) {
      listed += 1;
      if (listed > linesMax) {
        throw new AppError('campaign_file_too_large', { detail: `A list may have ${linesMax} people.` });
      }
      waiting.push(entry);
      if (waiting.length >= entriesPerInsert) await flush();
    }
    await flush();
  } catch (error) {
    await forgetList(pool, companyId, listId).catch(() => undefined);
    throw error;
  }
  return { listId, listed };
};

export const storeRecipients = async (
  pool: pg.Pool,
  companyId: string,
  recipients: Listed,
  country: string | null,
): Promise<StoredList> => {
  const entries = await inSlices(
    recipients,
    recipientsPerSlice,
    ({ phone_number: written, variables = {} }, index) => toEntry(index + 1, written, country, variables),
  );
  return { kind: 'list', fileName: null, ...(await store(pool, companyId, entries)) };
};

/** The target of a column: its guessed field, or a placeholder named like its heading. */
const variableNames = ({ headers, mapping }: OpenedUpload): (string | null)[] =>
  headers.map((header, index) => {
    const target = mapping[index]?.replace(/^field\./, '') ?? null;
    const name = target ?? header.trim().replace(/\s+/g, '_');
    return name === '' || name === 'phone_number' ? null : name.slice(0, 64);
  });

const findPhoneColumn = ({ headers, mapping }: OpenedUpload, wanted: string | undefined): number => {
  const column =
    wanted === undefined
      ? mapping.indexOf('phone_number')
      : headers.findIndex((header) => header.trim() === wanted.trim());
  if (column >= 0) return column;
  throw new AppError('campaign_file_unreadable', {
    detail:
      wanted === undefined
        ? 'No column seems to hold phone numbers; name it in "phone_column".'
        : `The file has no column ${JSON.stringify(wanted.slice(0, 100))}.`,
  });
};

async function* toEntries(
  upload: OpenedUpload,
  phoneColumn: number,
  country: string | null,
): AsyncGenerator<NewEntry> {
  const names = variableNames(upload);
  for await (const { line, cells } of upload.rows()) {
    const variables: Record<string, string> = {};
    cells.forEach((cell, index) => {
      const name = names[index];
      const value = cell.trim();
      if (name && index !== phoneColumn && value !== '')
        variables[name] = storableText(value, variableCharactersMax);
    });
    yield toEntry(line, cells[phoneColumn] ?? '', country, variables);
  }
}

export const storeFile = async (
  pool: pg.Pool,
  companyId: string,
  file: ListFile,
  companyCountry: string | null,
): Promise<StoredList> => {
  const id = fromPublicId('contactImport', file.upload_id) ?? '';
  const upload = await openUpload(pool, { companyId, id });
  if (!upload) {
    throw new AppError('campaign_file_unreadable', {
      detail: 'There is no such upload, or it was imported.',
    });
  }
  const country = file.default_country ?? companyCountry;
  if (country !== null && !isCountry(country)) throw new AppError('unknown_country');
  const phoneColumn = findPhoneColumn(upload, file.phone_column);
  try {
    const stored = await store(pool, companyId, toEntries(upload, phoneColumn, country));
    return { kind: 'list', fileName: upload.fileName, ...stored };
  } catch (error) {
    if (error instanceof FileError) throw new AppError('campaign_file_unreadable', { detail: error.message });
    throw error;
  }
};
