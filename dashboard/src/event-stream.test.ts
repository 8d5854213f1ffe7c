import { describe, expect, it } from 'vitest';
import { createStreamReader, type StreamEvent } from './event-stream.ts';

const readAll = (...pieces: string[]): StreamEvent[] => {
  const events: StreamEvent[] = [];
  const read = createStreamReader((event) => events.push(event));
  for (const piece of pieces) read(piece);
  return events;
};

describe('a stream of events', () => {
  it('is read in order, also when the network cuts it in the middle of a line', () => {
    expect(readAll('event: mess', 'age\ndata: {"a":', '1}\n', '\nevent: typing\ndata: {}\n\n')).toEqual([
      { name: 'message', data: '{"a":1}' },
      { name: 'typing', data: '{}' },
    ]);
  });

  it('passes over comments and retry hints', () => {
    expect(readAll('retry: 1000\n\n: still here\n\n')).toEqual([]);
  });

  it('knows where to come back to, also between events', () => {
    const ids: string[] = [];
    const read = createStreamReader(
      () => undefined,
      (id) => ids.push(id),
    );
    read('event: call\nid: call_1\ndata: {}\n\n: still here\nid: call_2\n\ndata: {"text":"id: no"}\n\n');
    expect(ids).toEqual(['call_1', 'call_2']);
  });

  it('keeps an unfinished event for later', () => {
    expect(readAll('data: half')).toEqual([]);
  });

  it('puts the lines of one event together and knows the other line ending', () => {
    expect(readAll('data: one\r\ndata: two\r\n\r\n')).toEqual([{ name: 'message', data: 'one\ntwo' }]);
  });
});
