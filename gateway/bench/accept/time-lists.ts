// How long the pages' lists take with millions of rows behind them: the first page, one deep inside, and those that look for
// little among much.

import { setTimeout as sleep } from 'node:timers/promises';
import { median, round2 } from '../figures.ts';
import type { BenchServer } from './start-server.ts';

export interface TimedList {
  readonly path: string;
  readonly milliseconds: number;
}

const lists = [
  '/messages?limit=50',
  '/messages?limit=50&status=failed',
  '/messages?limit=50&phone_number=%2B966501234567',
  '/requests?limit=50',
  '/requests?limit=50&outcome=failed',
] as const;
const times = 9;
const pagesDeep = 20;
const pauseMilliseconds = 20;

export const timeLists = async (server: BenchServer): Promise<TimedList[]> => {
  const ask = async (path: string): Promise<{ milliseconds: number; next: string | null }> => {
    const begin = performance.now();
    const answer = await fetch(`http://${server.host}:${server.port}/api/v1${path}`, {
      headers: { authorization: `Bearer ${server.token}`, 'x-company-id': server.companyId },
    });
    const body = (await answer.json()) as { next_cursor?: string | null };
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${JSON.stringify(body)}`);
    return { milliseconds: performance.now() - begin, next: body.next_cursor ?? null };
  };
  const timed = async (path: string): Promise<TimedList> => {
    const taken: number[] = [];
    for (let time = 0; time < times; time += 1) {
      taken.push((await ask(path)).milliseconds);
      await sleep(pauseMilliseconds);
    }
    return { path, milliseconds: round2(median(taken)) };
  };
  const results: TimedList[] = [];
  for (const path of lists) results.push(await timed(path));
  let cursor: string | null = null;
  for (let page = 0; page < pagesDeep; page += 1) {
    cursor = (await ask(`/messages?limit=50${cursor === null ? '' : `&cursor=${cursor}`}`)).next;
  }
  results.push(await timed(`/messages?limit=50&cursor=${cursor}`));
  return results;
};
