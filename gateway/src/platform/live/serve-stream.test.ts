import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { newUuid, toPublicId } from '../ids.ts';
import { createLog } from '../log.ts';
import type { LiveList } from './live-list.ts';
import type { RowStream } from './row-stream.ts';
import { createStreams, serveStream } from './serve-stream.ts';
import { createStreamPlaces } from './stream-places.ts';
import { createLiveWakes } from './wakes.ts';
import { createListWatch } from './watch-list.ts';

const known = newUuid();
const list: LiveList<object> = {
  kind: 'request',
  readIds: async () => [known],
  readRows: async (_companyId, ids) => ids.map((id) => ({ id, item: { id } })),
};
const ask = {
  list,
  companyId: 'a company',
  filter: {},
  after: null,
  isFollowing: true,
  isWelcome: async () => true,
};
const log = createLog('silent');
const options = { log, wakes: createLiveWakes({ log, notify: async () => undefined }) };
const hour = 3_600_000;
const never = { heartbeatMilliseconds: hour, checkMilliseconds: hour, lifeMilliseconds: hour };
const serve = (times: Partial<typeof never>, choices: Partial<typeof ask> = {}, inAll = 10) => {
  const streams = createStreams(createStreamPlaces({ perCompany: 5, inAll }), { ...never, ...times });
  const watch = createListWatch(list, options);
  return { streams, open: () => serveStream(streams, { ...ask, watch, ...choices }) };
};

describe('a followed list', () => {
  it('gives signs of life that say where to come back to, and ends by itself in time', async () => {
    const { streams, open } = serve({ heartbeatMilliseconds: 10, lifeMilliseconds: 100 });
    const written = await text(await open());
    expect(written).toMatch(/^retry: 1000\n\n(?:: still here\nid: req_\w{26}\n\n)+$/);
    expect(written).toContain(`id: ${toPublicId('request', known)}`);
    expect(streams.places.taken).toBe(0);
  });

  it('ends when the caller is no longer welcome', async () => {
    let isWelcome = true;
    const { open } = serve({ checkMilliseconds: 5 }, { isWelcome: async () => isWelcome });
    const written = text(await open());
    isWelcome = false;
    expect(await written).toBe('retry: 1000\n\n');
  });

  it('goes on when it cannot be checked whether they are welcome', async () => {
    const { open } = serve(
      { checkMilliseconds: 5, lifeMilliseconds: 80, heartbeatMilliseconds: 20 },
      { isWelcome: () => Promise.reject(new Error('away')) },
    );
    expect(await text(await open())).toContain('still here');
  });

  it('is ended politely for a reader that takes nothing: what waits, what is missing, and the end', async () => {
    const crowd = Array.from({ length: 500 }, () => newUuid())
      .toSorted()
      .reverse();
    let ids: readonly string[] = [];
    const busy: LiveList<object> = {
      ...list,
      readIds: async () => [...ids],
      readRows: async (_companyId, asked) =>
        asked.map((id) => ({ id, item: { id, text: 'x'.repeat(4_000) } })),
    };
    const { streams } = serve({ heartbeatMilliseconds: 50 });
    const readable = await serveStream(streams, {
      ...ask,
      list: busy,
      watch: createListWatch(busy, options),
    });
    ids = crowd;
    options.wakes.committed(['a company'], (id) => id);
    // It is not read at all meanwhile; the stream then waits for a last look of its reader.
    const [stream] = streams.open;
    const end = vi.spyOn(stream as RowStream, 'end');
    await expect.poll(() => end.mock.calls.length).toBeGreaterThan(0);
    const written = await text(readable);
    expect(written.length).toBeLessThan(700_000);
    expect(written).toMatch(/event: skipped\ndata: \{"count":\d+\}\n\n$/);
    expect(streams.places.taken).toBe(0);
  });

  it('ends with the gateway', async () => {
    const { streams, open } = serve({});
    const written = text(await open());
    streams.endAll();
    expect(await written).toBe('retry: 1000\n\n');
  });

  it('gives its place back also when it could not begin, and when the caller hung up', async () => {
    const { streams, open } = serve({});
    const readable = await open();
    expect(streams.places.taken).toBe(1);
    readable.destroy();
    await new Promise((resolve) => readable.once('close', resolve));
    expect(streams.places.taken).toBe(0);
    const broken = createListWatch({ ...list, readIds: () => Promise.reject(new Error('away')) }, options);
    await expect(serveStream(streams, { ...ask, watch: broken })).rejects.toThrow('away');
    expect(streams.places.taken).toBe(0);
  });

  it('is turned away when the gateway follows as many as it can', async () => {
    const { streams, open } = serve({}, {}, 1);
    await open();
    await expect(open()).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 10 });
    streams.endAll();
  });
});
