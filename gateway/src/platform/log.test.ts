import { Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { createLog } from './log.ts';

const logged = (write: (log: ReturnType<typeof createLog>) => void): string => {
  let text = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  write(createLog('info', destination));
  return text;
};

describe('the log', () => {
  it('is JSON with a time and a level', () => {
    const line = JSON.parse(logged((log) => log.info({ ms: 5 }, 'request')));
    expect(line).toMatchObject({ level: 30, ms: 5, msg: 'request', time: expect.stringMatching(/Z$/) });
  });

  it.each(['authorization', 'cookie', 'token', 'secret', 'password', 'message', 'body', 'text', 'answer'])(
    'never shows what is under %s',
    (name) => {
      const text = logged((log) =>
        log.info({ [name]: 'hush', request: { [name]: 'hush', headers: { [name]: 'hush' } } }),
      );
      // The message of an error is our own text; that of anything else one level down is kept for the same reason.
      expect(name === 'message' ? text.replace('"request":{"message":"hush"', '') : text).not.toContain(
        'hush',
      );
    },
  );

  it('shows the message of an error and its stack', () => {
    const line = JSON.parse(logged((log) => log.error({ err: new Error('the disk is full') }, 'failed')));
    expect(line.err).toMatchObject({
      message: 'the disk is full',
      stack: expect.stringContaining('log.test.ts'),
    });
  });

  it('does not show the row that PostgreSQL quotes in its errors', () => {
    const error = Object.assign(new Error('violates check constraint'), {
      detail: 'Failing row contains (hush)',
      where: 'COPY messages, line 1: hush',
    });
    const text = logged((log) => log.error({ err: error }, 'failed'));
    expect(text).toContain('violates check constraint');
    expect(text).not.toContain('hush');
  });
});

describe('an outage of the database', () => {
  it('is one line and a count, and the next one starts a new count', async () => {
    vi.useFakeTimers();
    const lines: string[] = [];
    const log = createLog(
      'info',
      { write: (line: string) => void lines.push(line) },
      (error) => error === away,
    );
    const away = new Error('away');
    for (let index = 0; index < 1_000; index += 1) {
      log.error({ err: away }, 'a request failed');
      vi.advanceTimersByTime(2);
    }
    log.error({ err: new Error('a bug') }, 'something else');
    vi.advanceTimersByTime(10_000);
    log.error({ err: away }, 'away once more');
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    const logged = lines.map((line) => JSON.parse(line) as { msg: string; failures?: number });
    expect(logged.map(({ msg, failures }) => `${msg} ${failures ?? ''}`.trim())).toEqual([
      'a request failed',
      'something else',
      expect.stringMatching(/did not answer for a while.* 1000$/),
      'away once more',
    ]);
  });
});
