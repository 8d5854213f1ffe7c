import { afterAll, beforeAll } from 'vitest';
import { type Running, startSimulator } from './start-simulator.ts';

/** Call it at the top of a test file; its simulator is there in every test. */
export function useSimulator(prefix = ''): Running {
  const running = {} as Running;
  beforeAll(async () => {
    Object.assign(running, await startSimulator({}, prefix));
  });
  afterAll(() => running.close());
  return running;
}
