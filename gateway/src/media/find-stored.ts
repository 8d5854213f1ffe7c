// A file that can be read now. One that an incoming message brought may still be on its way; the caller waits a while.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure } from '@hudhud/contract/failure.ts';
import type pg from 'pg';
import { AppError } from '../platform/errors.ts';
import { findMedia, type MediaKey, type MediaRow } from './queries.ts';

const patienceMilliseconds = 20_000;
const firstPauseMilliseconds = 100;
const pauseMillisecondsMax = 1_000;
const retryAfterSeconds = 5;

export const findOne = async (pool: pg.Pool, { companyId, id }: MediaKey): Promise<MediaRow> => {
  const [row] = await findMedia(pool, companyId, [id]);
  if (!row) throw new AppError('media_not_found');
  return row;
};

const whyNot = ({ state, failure }: MediaRow): string => {
  const words = {
    too_big: 'The file is larger than what is fetched.',
    gone: 'The provider does not have the file any more.',
    blocked: 'The file lies at an address that is not called.',
  };
  const known: Partial<Failure> = failure === null ? {} : (JSON.parse(failure) as Failure);
  return known.cause ?? (words as Record<string, string>)[state] ?? '';
};

/** Throws the refusal for the caller when it cannot be read. */
export const findStored = async (pool: pg.Pool, key: MediaKey): Promise<MediaRow> => {
  const deadline = performance.now() + patienceMilliseconds;
  for (let pause = firstPauseMilliseconds; ; pause = Math.min(pause * 2, pauseMillisecondsMax)) {
    const row = await findOne(pool, key);
    if (row.state === 'stored') return row;
    if (row.state !== 'fetching') throw new AppError('media_gone', { detail: whyNot(row) });
    if (performance.now() + pause > deadline) throw new AppError('media_not_ready', { retryAfterSeconds });
    await sleep(pause);
  }
};
