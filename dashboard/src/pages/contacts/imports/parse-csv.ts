// Reads the beginning of a CSV file of the gateway's own making: commas, quotation marks doubled inside quotes.

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
