// Reads a cell of a spreadsheet as text. Dates are numbers in the file; the style of the cell tells them apart.

import { dayMilliseconds } from '../../../platform/time.ts';
import type { XmlHandler } from './read-xml.ts';

const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
/** Spreadsheets believe that 1900 was a leap year, hence the day before. */
const firstDay1900 = Date.UTC(1899, 11, 30);
const firstDay1904 = Date.UTC(1904, 0, 1);
/** Spreadsheet programs allow 65,490. */
const stylesMax = 100_000;
const formatCharactersMax = 1_000;

/** Letters of days and years outside of quotes and brackets. */
const isDateFormat = (code: string): boolean =>
  code.length <= formatCharactersMax && /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));

/** Fills `isDate`: for each style of a cell whether it shows a day. */
export const dateStyleReader = (isDate: boolean[]): XmlHandler => {
  const ownDates = new Set<number>();
  let isInCellStyles = false;
  return {
    open(name, attributes) {
      if (name === 'numFmt' && ownDates.size < stylesMax && isDateFormat(attributes.formatCode ?? ''))
        ownDates.add(Number(attributes.numFmtId));
      else if (name === 'cellXfs') isInCellStyles = true;
      else if (name === 'xf' && isInCellStyles && isDate.length < stylesMax) {
        const format = Number(attributes.numFmtId ?? 0);
        isDate.push(builtInDates.has(format) || ownDates.has(format));
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCellStyles = false;
    },
  };
};

export const dayText = (serial: string, is1904: boolean): string => {
  const days = Number(serial);
  if (!(days > 0 && days < 2_958_466)) return serial;
  const time = (is1904 ? firstDay1904 : firstDay1900) + Math.floor(days) * dayMilliseconds;
  return new Date(time).toISOString().slice(0, 10);
};
