// The companies and people that questions are about, and the words that all questions share.

import type { Database } from '../../src/platform/database/database.ts';
import { dayMilliseconds } from '../../src/platform/time.ts';

export interface Asked {
  readonly database: Database;
  /** UUID of the company that asks; one of its senders, its first webhook and its campaign have the same. */
  readonly companyId: string;
  /** A message of hers in the middle of the past, and over how many days the past goes. */
  readonly messageId: string;
  readonly days: number;
}

export type Question = (asked: Asked) => Promise<unknown>;

export const timezone = 'Asia/Riyadh';
export const someone = '+966501007919';
export const stranger = '+15550000000';
/** How many rows an exported list reads at a time (platform/http/export-rows.ts). */
export const exportRows = 500;

export const daysAgo = (days: number): string => new Date(Date.now() - days * dayMilliseconds).toISOString();
