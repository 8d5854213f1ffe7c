import { beforeEach, expect, test, vi } from 'vitest';
import type { Company } from '../companies/directory.ts';
import { type AcceptOptions, replayWithFiles } from './accepting.ts';
import type { SendCommand } from './send-command.ts';
import type { StoreOutcome } from './storing/message-store.ts';

const company = { id: 'company' } as Company;
const withContent = (content: object) => ({ content }) as unknown as SendCommand;
const withFile = withContent({ type: 'image', image: { url: 'https://files.test/x.png' } });
const withoutFile = withContent({ type: 'text', text: { body: 'Hello' } });
const senders = [{ id: 'sender' }];
const announce = vi.fn(async () => undefined as undefined);

const optionsWith = (outcome: StoreOutcome | null) =>
  ({
    store: { findEarlier: vi.fn(async () => outcome) },
    senders: { peek: () => senders },
    dispatcher: { announce },
  }) as unknown as AcceptOptions;

const replay = (outcome: StoreOutcome | null, command = withFile, key: string | null = 'key') =>
  replayWithFiles(optionsWith(outcome), company, key, [command], () => Buffer.alloc(32));

const replayed: StoreOutcome = { kind: 'replayed', status: 202, answer: '{}', messageId: 'first' };

beforeEach(() => void announce.mockReset());

test('the answer of a request with files is given again when the lanes of its company look for what waits', async () => {
  const looked = Promise.withResolvers<undefined>();
  announce.mockReturnValue(looked.promise);
  let isDone = false;
  const answer = replay(replayed).finally(() => {
    isDone = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  // The process that stored the first one may have died before it notified its lane.
  expect(announce).toHaveBeenCalledExactlyOnceWith(senders);
  expect(isDone).toBe(false);
  looked.resolve(undefined);
  expect(await answer).toMatchObject({ status: 202, messageId: 'first', isReplayed: true });
});

test('no lane is asked to look for what is new, refused, or has no files', async () => {
  expect(await replay(null)).toBeNull();
  await expect(replay({ kind: 'key_reused' })).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect(await replay(replayed, withoutFile)).toBeNull();
  expect(await replay(replayed, withFile, null)).toBeNull();
  expect(announce).not.toHaveBeenCalled();
});
