// The promises about files: what a person sent comes back byte for byte, what is too big or gone is reported as that,
// and the sender's credentials reach only the provider.

import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { httpAnswer, startLoopbackServer } from '../../../tests/providers/support/loopback-server.ts';
import type { FetchOutcome, IncomingFile, MediaPart } from '../media-part.ts';
import type { ProviderFields } from '../provider.ts';
import { type SampleKind, sampleFile } from './example-message.ts';
import { receiveFrom } from './promise-incoming.ts';
import { type Running, secretsIn } from './provider-bench.ts';

const bounds = { bytesMax: 1_000_000, timeoutMilliseconds: 5_000 };
const bytes = Buffer.from('the bytes of a picture \u0000 äß');

const release = (outcome: FetchOutcome): void => {
  if (outcome.kind === 'fetched') outcome.body.destroy();
};

const receiveFile = async (running: Running): Promise<IncomingFile> => {
  const content = { data: bytes.toString('base64'), mime_type: 'image/png' };
  const { file } = await receiveFrom(running, { type: 'image', content });
  if (!file) throw new Error('the message names no file');
  return file;
};

const promiseFetching = (running: () => Running, media: () => MediaPart | null): void => {
  test('fetches what a person sent, byte for byte', async () => {
    const part = media();
    if (!part) return;
    const { bench, http } = running();
    const file = await receiveFile(running());
    const { outcome, calls } = await part.fetch(http, bench.fields, file, bounds);
    if (outcome.kind !== 'fetched') throw new Error(`it was not fetched: ${JSON.stringify(outcome)}`);
    const fetched = await buffer(outcome.body);
    expect(fetched.equals(bytes)).toBe(true);
    if (outcome.sha256 !== null) {
      expect(outcome.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
    expect(calls.length).toBeGreaterThan(0);
    const secrets = secretsIn(bench.provider, bench.fields);
    for (const secret of secrets) expect(JSON.stringify(calls)).not.toContain(secret);
  });

  test('does not fetch more than it may', async () => {
    const part = media();
    if (!part) return;
    const { bench, http } = running();
    const file = await receiveFile(running());
    const { outcome } = await part.fetch(http, bench.fields, file, { ...bounds, bytesMax: 5 });
    expect(outcome.kind).toBe('too_big');
  });

  test('says that a file is gone', async () => {
    const part = media();
    if (!part) return;
    const { bench, http } = running();
    const file = await receiveFile(running());
    bench.simulator?.media.clear();
    const { outcome } = await part.fetch(http, bench.fields, file, bounds);
    release(outcome);
    expect(outcome.kind).toBe('gone');
  });

  test('asks to try again when the other side cannot be reached or breaks', async () => {
    const part = media();
    if (!part) return;
    const { bench, http } = running();
    const server = await startLoopbackServer((socket) => socket.end(httpAnswer(500, '')));
    onTestFinished(server.close);
    const file = { ...(await receiveFile(running())), reference: `${server.url}/file` };
    const { outcome } = await part.fetch(http, bench.fieldsAt(server.url), file, bounds);
    release(outcome);
    expect(outcome.kind).toMatch(/^(retry|blocked)$/);
  });
};

/** Everything that was sent to a place that is not the provider. */
const leakedTo = async (
  running: Running,
  part: MediaPart,
  answer: (stranger: string) => Buffer,
): Promise<string> => {
  const { bench, http } = running;
  const stranger = await startLoopbackServer((socket) => socket.end(httpAnswer(200, 'bytes')));
  onTestFinished(stranger.close);
  const other = await startLoopbackServer((socket) => socket.end(answer(`${stranger.url}/file`)));
  onTestFinished(other.close);
  const fields: ProviderFields = bench.fieldsAt(other.url);
  const file: IncomingFile = {
    reference: `${other.url}/file`,
    mimeType: null,
    filename: null,
    sha256: null,
  };
  for (const reference of [file.reference, `${stranger.url}/file`]) {
    release((await part.fetch(http, fields, { ...file, reference }, bounds)).outcome);
  }
  return JSON.stringify(stranger.requests);
};

export const promiseMedia = (running: () => Running): void => {
  const media = (): MediaPart | null => {
    const { bench } = running();
    return bench.simulator ? (bench.provider.media ?? null) : null;
  };

  describe('carries files: it', () => {
    promiseFetching(running, media);

    test.each([
      ['names another place', (url: string) => httpAnswer(200, JSON.stringify({ url, id: '1' }))],
      ['redirects to another place', (url: string) => httpAnswer(307, '', { location: url })],
    ])('gives its credentials to no one else when the provider %s', async (_what, answer) => {
      const part = media();
      if (!part) return;
      const leaked = await leakedTo(running(), part, answer);
      expect(leaked).not.toMatch(/authorization|api-key/i);
      const { provider, fields } = running().bench;
      for (const secret of secretsIn(provider, fields)) expect(leaked).not.toContain(secret);
    });

    test.each(['image', 'document', 'audio'] as SampleKind[])(
      'is given a file of the kind %s as it wants it',
      async (kind) => {
        const part = media();
        if (part?.outgoing.kind !== 'upload') return;
        const { bench, http } = running();
        const { outcome, call } = await part.outgoing.upload(http, bench.fields, sampleFile(kind));
        expect(outcome).toMatchObject({ kind: 'uploaded', reference: expect.stringMatching(/./) });
        // Calls are kept and shown: the file is not in them.
        const content = await buffer(await sampleFile(kind).open());
        expect(call.requestBody ?? '').not.toContain(content.toString('latin1'));
        expect(call.requestBody ?? '').not.toContain(content.toString('base64'));
        const refused = await part.outgoing.upload(http, bench.wrongTokenFields, sampleFile(kind));
        expect(refused.outcome.kind).toBe('suspended');
      },
    );
  });
};
