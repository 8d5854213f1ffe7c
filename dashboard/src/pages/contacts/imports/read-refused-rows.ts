// The first refused rows of an import, with their reasons. There may be a million: only the beginning of the file is read.

import { openRefusedRows } from '../../../queries/imports.ts';
import { parseCsv } from './parse-csv.ts';

export interface RefusedRow {
  readonly line: string;
  readonly code: string;
  readonly reason: string;
  readonly cells: readonly string[];
}

const charactersMax = 60_000;

async function readBeginning(response: Response): Promise<{ text: string; isWhole: boolean }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader && text.length < charactersMax) {
    const { done, value } = await reader.read();
    if (done) return { text, isWhole: true };
    text += value;
  }
  await reader?.cancel();
  return { text, isWhole: false };
}

export async function readRefusedRows(id: string, signal: AbortSignal): Promise<RefusedRow[]> {
  const { text, isWhole } = await readBeginning(await openRefusedRows(id, signal));
  const [, ...rows] = parseCsv(text, isWhole);
  return rows.map(([line = '', code = '', reason = '', ...cells]) => ({ line, code, reason, cells }));
}
