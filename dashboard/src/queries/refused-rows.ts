// The first refused rows of an import, with their reasons. There may be a million: only the beginning of the file is read. It is
// of the gateway's own making: commas, quotation marks doubled inside quotes.

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

export async function readRefusedRows(file: Response): Promise<RefusedRow[]> {
  const { text, isWhole } = await readBeginning(file);
  const [, ...rows] = parseCsv(text, isWhole);
  return rows.map(([line = '', code = '', reason = '', ...cells]) => ({ line, code, reason, cells }));
}

/** Whole rows only: where the text was cut, the last row is left out. */
export function parseCsv(text: string, isWhole: boolean): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (isQuoted && character === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += character;
    else if (character === ',') endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if (isWhole && (cell !== '' || row.length > 0)) endRow();
  return rows;
}
