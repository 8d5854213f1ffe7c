// Writes CSV that opens rightly in a spreadsheet and does no harm there: a text that begins like a formula is given an
// apostrophe, because a name like =HYPERLINK(...) would otherwise run on the computer where the file is opened.

const formula = /^[=@\t\r|%]|^[+-](?![\d\s().-]*$)/;
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

export const csvCell = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** Spreadsheets take a file for UTF-8 only when it says so. */
export const byteOrderMark = '\ufeff';
