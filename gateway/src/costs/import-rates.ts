// Takes a table of rates into use, by the operator's page and by the command line: CSV with country, category, amount,
// currency and the day it is valid from.

import type { RatesImported } from '@hudhud/contract/costs.ts';
import type { FieldError } from '@hudhud/contract/problem.ts';
import type pg from 'pg';
import { AppError } from '../platform/errors.ts';
import { isCountry } from '../platform/read-phone-number.ts';
import { countRates, type NewRate, upsertRates } from './queries.ts';

const errorsMax = 20;
const linesMax = 20_000;

const cellsOf = (line: string): string[] =>
  line.split(/[,;\t]/).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  );

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;

/** The rate, or what is wrong with the line. */
const readLine = (line: string): NewRate | string => {
  const [country = '', category = '', amount = '', currency = '', validFrom = '', ...more] = cellsOf(line);
  if (more.some((cell) => cell !== '')) return 'has more than five cells';
  const upper = country.toUpperCase();
  if (upper !== '*' && !isCountry(upper)) return `names no country: "${country.slice(0, 20)}"`;
  const word = category.toLowerCase().replaceAll('-', '_');
  if (!/^[a-z_]{1,50}$/.test(word)) return 'names no category';
  if (!/^\d{1,8}(\.\d{1,6})?$/.test(amount)) return 'has no amount such as 0.0455';
  if (!/^[A-Za-z]{3}$/.test(currency)) return 'has no currency such as USD';
  if (!isDay(validFrom)) return 'has no day such as 2026-10-01';
  return { country: upper, category: word, amount, currency: currency.toUpperCase(), validFrom };
};

/** All of it or nothing: a table that is half right would be trusted. */
export const readRates = (csv: string): readonly NewRate[] => {
  const lines = csv.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const errors: FieldError[] = [];
  const rates = new Map<string, NewRate>();
  for (const [index, line] of lines.entries()) {
    const isHeader = index === 0 && /^"?country\b/i.test(line.trim());
    if (line.trim() === '' || isHeader) continue;
    const rate = readLine(line);
    if (typeof rate === 'string') {
      errors.push({ code: 'invalid_rates', pointer: '/csv', detail: `Line ${index + 1} ${rate}.` });
    } else rates.set(`${rate.country} ${rate.category} ${rate.validFrom}`, rate);
    if (errors.length >= errorsMax) break;
  }
  const isEmpty = rates.size === 0 && errors.length === 0;
  if (isEmpty || rates.size > linesMax) {
    const detail = isEmpty ? 'There is no rate in it.' : `At most ${linesMax} rates are read at a time.`;
    errors.push({ code: 'invalid_rates', pointer: '/csv', detail });
  }
  const [first] = errors;
  if (first) throw new AppError('invalid_rates', { detail: first.detail, errors });
  return [...rates.values()];
};

export const importRates = async (pool: pg.Pool, csv: string): Promise<RatesImported> => {
  const rates = readRates(csv);
  await upsertRates(pool, rates);
  return { imported: rates.length, rates: await countRates(pool) };
};
