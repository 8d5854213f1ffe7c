import { describe, expect, it } from 'vitest';
import { readPayload, toPayloads } from './channel.ts';

const ids = Array.from(
  { length: 450 },
  (_, index) => `0190b0c4-0000-7000-8000-${String(index).padStart(12, '0')}`,
);
const origin = '0190b0c4-1111-7000-8000-000000000000';

describe('a word between processes', () => {
  it('is read as it was said, with who said it', () => {
    expect(toPayloads('lanes', ids.slice(0, 2), origin).map(readPayload)).toEqual([
      { topic: 'lanes', ids: ids.slice(0, 2), origin },
    ]);
  });

  it('may name no one', () => {
    expect(toPayloads('free', [], origin).map(readPayload)).toEqual([{ topic: 'free', ids: [], origin }]);
  });

  it('is said in as many notifications as PostgreSQL needs', () => {
    const payloads = toPayloads('settled', ids, origin);
    expect(payloads.every((payload) => payload.length < 8_000)).toBe(true);
    expect(payloads.flatMap((payload) => readPayload(payload).ids)).toEqual(ids);
  });

  it('of a process that does not say who it is, is received all the same', () => {
    expect(readPayload('lanes one two')).toEqual({ topic: 'lanes', ids: ['one', 'two'], origin: null });
  });
});
