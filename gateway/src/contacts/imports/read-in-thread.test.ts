import { describe, expect, it } from 'vitest';
import { type ByteSource, FileError, type FileRow } from './file-row.ts';
import { readInThread, type ThreadChoices } from './read-in-thread.ts';

const form = { format: 'csv', encoding: 'utf-8', delimiter: ',', isDelimiterSaid: false } as const;

const sourceOf = (
  bytes: Buffer,
  read: ByteSource['read'] = async (at, length) => bytes.subarray(at, at + length),
) => ({
  size: bytes.length,
  read,
  stream: () => {
    throw new Error('the thread asks for pieces');
  },
});

const readAll = async (source: ByteSource, choices?: ThreadChoices): Promise<FileRow[]> => {
  const rows: FileRow[] = [];
  for await (const row of readInThread(source, form, choices)) rows.push(row);
  return rows;
};

describe('a file that is read in a thread', () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => `${index},سارة ${'x'.repeat(100)}`);
  const file = Buffer.from(lines.join('\n'));

  it('gives every row, in order', async () => {
    const rows = await readAll(sourceOf(file));
    expect(rows.map(({ cells }) => cells.join())).toEqual(lines);
    expect(rows.at(-1)?.line).toBe(3_000);
  });

  it('says what is wrong with it', async () => {
    await expect(readAll(sourceOf(Buffer.from('phone\n"open\n1\n')))).rejects.toThrow(FileError);
  });

  it('that is gone is a fault of the file, and a database that is away is not', async () => {
    const gone = sourceOf(file, () => Promise.reject(new FileError('The file is gone.')));
    await expect(readAll(gone)).rejects.toThrow(FileError);
    const away = sourceOf(file, () => Promise.reject(new Error('no connection')));
    const error = await readAll(away).catch((found: unknown) => found);
    expect(error).toMatchObject({ message: 'no connection' });
    expect(error).not.toBeInstanceOf(FileError);
  });

  it('is released when enough was read of it', async () => {
    for await (const row of readInThread(sourceOf(file), form)) {
      expect(row.cells[0]).toBe('0');
      break;
    }
  });

  it('is given up with a reason', async () => {
    const late = new AbortController();
    const never = sourceOf(file, () => new Promise(() => undefined));
    const reading = readAll(never, { signal: late.signal });
    setTimeout(() => late.abort(new FileError('It takes too long.')), 50);
    await expect(reading).rejects.toThrow('It takes too long.');
  });

  it('that takes all memory of its thread ends nothing else, and the caller learns why', async () => {
    // Rows of nearly a megabyte each, of which twenty are under way at once, in a heap of twelve.
    const rows = Array.from({ length: 40 }, () => `"${'س'.repeat(450_000)}"`);
    const large = sourceOf(Buffer.from(rows.join('\n')));
    const error = await readAll(large, { heapMegabytes: 12 }).catch((found: unknown) => found);
    expect(error).toBeInstanceOf(FileError);
    expect(String(error)).toContain('memory');
  }, 180_000);
});
