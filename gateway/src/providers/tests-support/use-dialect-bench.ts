// The bench of one test file: made before its tests, closed after them, with connections to it.

import { afterAll } from 'vitest';
import { createOutgoingHttp, type OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import type { DialectBench } from './dialect-bench.ts';

export const useDialectBench = async <Bench extends DialectBench>(
  create: () => Promise<Bench>,
  connections = 2,
): Promise<{ readonly bench: Bench; readonly http: OutgoingHttp }> => {
  const bench = await create();
  const http = createOutgoingHttp({ connections });
  afterAll(async () => {
    await http.close();
    await bench.close();
  });
  return { bench, http };
};
