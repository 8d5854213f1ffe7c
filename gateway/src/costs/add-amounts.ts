// Sums of money as decimal texts, exact to a millionth.

import type { Amount } from '@hudhud/contract/costs.ts';

/** Micro-units, so that sums of decimals stay exact. */
const micro = 1_000_000n;
const toMicro = (text: string): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole) * micro + BigInt(fraction.padEnd(6, '0').slice(0, 6));
};
const fromMicro = (value: bigint): string => `${value / micro}.${String(value % micro).padStart(6, '0')}`;

export interface PricedRow {
  /** Null: no rate is known. */
  readonly currency: string | null;
  readonly amount: string | null;
}

/** Sums by currency. */
export const addAmounts = (rows: readonly PricedRow[]): Amount[] => {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of rows)
    if (currency !== null && amount !== null)
      sums.set(currency, (sums.get(currency) ?? 0n) + toMicro(amount));
  return [...sums].map(([currency, sum]) => ({ currency, amount: fromMicro(sum) }));
};
