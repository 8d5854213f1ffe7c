// The floor: what plain undici POSTs to the simulator reach at the same concurrency, with nothing of ours between.

import { Pool } from 'undici';
import { type Percentiles, percentilesOf } from '../figures.ts';
import { directBody, directHeaders, directPath } from '../stage/simulator.ts';

export interface Floor extends Percentiles {
  readonly perSecond: number;
}

const peopleMade = 1_000;

export const measureFloor = async (address: string, connections: number, seconds: number): Promise<Floor> => {
  const pool = new Pool(address, { connections, pipelining: 1 });
  const headers = { ...directHeaders, 'content-type': 'application/json' };
  const bodies = Array.from({ length: peopleMade }, (_, index) => JSON.stringify(directBody(index)));
  const latencies: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const post = async (): Promise<void> => {
    while (performance.now() < end) {
      const sentAt = performance.now();
      const body = bodies[latencies.length % peopleMade] ?? '';
      const answer = await pool.request({ method: 'POST', path: directPath, headers, body });
      await answer.body.text();
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, post));
  const perSecond = Math.round((latencies.length * 1000) / (performance.now() - begin));
  await pool.close();
  return { perSecond, ...percentilesOf(latencies) };
};
