import { describe, expect, it } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { isDearer } from './fold-costs.ts';
import { readRates } from './import-rates.ts';

const refusal = (csv: string): AppError => {
  try {
    readRates(csv);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('nothing was refused');
};

describe('a table of rates', () => {
  it('is read with or without a line of names, with commas or semicolons, in any case', () => {
    const csv =
      '\ufeffCountry,Category,Amount,Currency,Valid from\r\nsa, Marketing ,0.0455,usd,2026-10-01\r\n*;utility;0.01;USD;2026-10-01\n\n';
    expect(readRates(csv)).toEqual([
      { country: 'SA', category: 'marketing', amount: '0.0455', currency: 'USD', validFrom: '2026-10-01' },
      { country: '*', category: 'utility', amount: '0.01', currency: 'USD', validFrom: '2026-10-01' },
    ]);
  });

  it('takes the last of two lines for the same country, category and day', () => {
    const rates = readRates('SA,service,1,USD,2026-10-01\nSA,service,2,USD,2026-10-01');
    expect(rates.map(({ amount }) => amount)).toEqual(['2']);
  });

  it.each([
    ['ZZ,marketing,1,USD,2026-10-01', 'names no country'],
    ['SA,,1,USD,2026-10-01', 'names no category'],
    ['SA,marketing,one,USD,2026-10-01', 'has no amount'],
    ['SA,marketing,-1,USD,2026-10-01', 'has no amount'],
    ['SA,marketing,1,Dollar,2026-10-01', 'has no currency'],
    ['SA,marketing,1,USD,2026-02-30', 'has no day'],
    ['SA,marketing,1,USD,2026-10-01,more', 'more than five cells'],
    ['', 'no rate in it'],
  ])('is refused whole for %s', (line, reason) => {
    expect(refusal(`${line}\n`)).toMatchObject({ code: 'invalid_rates' });
    expect(refusal(line).detail).toContain(reason);
  });

  it('names every wrong line, up to a bound', () => {
    const { errors } = refusal('SA,service,1,USD,2026-10-01\nx\ny');
    expect(errors?.map(({ detail }) => detail.slice(0, 6))).toEqual(['Line 2', 'Line 3']);
    expect(refusal('x\n'.repeat(1_000)).errors).toHaveLength(20);
  });
});

describe('a category', () => {
  const at = (category: string, amount: string | null, currency = 'USD') => ({ category, amount, currency });

  it('is dearer by its rate, and without rates by its kind', () => {
    expect(isDearer(at('marketing', '0.04'), at('utility', '0.01'))).toBe(true);
    expect(isDearer(at('utility', '0.01'), at('marketing', '0.04'))).toBe(false);
    expect(isDearer(at('marketing', null), at('utility', null))).toBe(true);
    expect(isDearer(at('service', null), at('utility', '1'))).toBe(false);
  });
});
