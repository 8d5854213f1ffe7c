// Callers that upload files and send them, and people who send files back, while the gateway is killed or cut off.
// Answered requests are remembered; unanswered ones may have happened or not.

import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sampleFiles } from '../../support/sample-files.ts';
import { type Credentials, credentialHeaders } from './send-once.ts';
import type { Witness, WitnessedSender } from './witness.ts';

export interface FileJournal {
  /** Checksums by the id that was answered. */
  readonly uploads: Map<string, string>;
  /** Messages that were answered 2xx. */
  readonly messages: Set<string>;
  /** Checksums of what people sent, by the provider's id of the message. */
  readonly incoming: Map<string, string>;
  /** Codes of refusals. */
  readonly refusals: Map<string, number>;
  /** Requests that were under way when the gateway was killed. */
  readonly cut: { uploads: number; sends: number };
}

export interface FileLoad {
  readonly journal: FileJournal;
  /** Begins an upload that stalls in its middle; answers when half of it is sent. */
  beginUpload(): Promise<void>;
  stop(): Promise<void>;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** 100 KB that are different each time. */
const newFile = (): Buffer => Buffer.concat([sampleFiles.png, randomBytes(100_000)]);

interface LoadOptions {
  readonly address: string;
  readonly credentials: Credentials;
  readonly witness: Witness;
  readonly sender: WitnessedSender;
  readonly pauseMilliseconds: number;
}

type FileBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

const isRefusedConnection = (error: unknown): boolean =>
  (error as { cause?: { code?: string } } | null)?.cause?.code === 'ECONNREFUSED';

export const startFileLoad = (options: LoadOptions): FileLoad => {
  const { address, credentials, witness, sender, pauseMilliseconds } = options;
  const journal: FileJournal = {
    uploads: new Map(),
    messages: new Set(),
    incoming: new Map(),
    refusals: new Map(),
    cut: { uploads: 0, sends: 0 },
  };
  let isStopped = false;
  let people = 0;

  /** Null when no answer came. */
  const post = async <Answer>(
    kind: keyof FileJournal['cut'],
    path: string,
    headers: Readonly<Record<string, string>>,
    body: FileBody,
  ): Promise<Answer | null> => {
    try {
      const answer = await fetch(`${address}${path}`, {
        method: 'POST',
        headers: { ...credentialHeaders(credentials), ...headers },
        body,
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      });
      const json = (await answer.json()) as Answer & { code?: string };
      if (answer.ok) return json;
      const code = json.code ?? String(answer.status);
      journal.refusals.set(code, (journal.refusals.get(code) ?? 0) + 1);
    } catch (error) {
      // The gateway was killed meanwhile, or is not there yet.
      if (!isRefusedConnection(error)) journal.cut[kind] += 1;
    }
    return null;
  };

  const upload = (body: FileBody) =>
    post<{ id: string }>('uploads', '/api/v1/media?filename=a.png', { 'content-type': 'image/png' }, body);

  const send = async (mediaId: string, headers: Readonly<Record<string, string>>): Promise<void> => {
    const to = `+9665${String(40_000_000 + ++people)}`;
    const sent = await post<{ message_id: string }>(
      'sends',
      '/api/v1/messages/send',
      { 'content-type': 'application/json', ...headers },
      JSON.stringify({ to, type: 'image', media: { id: mediaId } }),
    );
    if (sent) journal.messages.add(sent.message_id);
  };

  const uploadAndSend = async (headers: Readonly<Record<string, string>>): Promise<void> => {
    const file = newFile();
    const uploaded = await upload(new Uint8Array(file));
    if (!uploaded) return;
    journal.uploads.set(uploaded.id, sha256(file));
    await send(uploaded.id, headers);
  };

  /** One file that many people get: the provider has it from the first time on. */
  const sendAgain = async (): Promise<void> => {
    const [first] = journal.uploads.keys();
    if (first !== undefined) await send(first, { prefer: 'respond-async' });
  };

  const write = async (): Promise<void> => {
    const file = newFile();
    const from = `9665${String(50_000_000 + ++people)}`;
    const data = file.toString('base64');
    journal.incoming.set(
      await witness.writeFile(sender, from, 'image', { data, mime_type: 'image/png' }),
      sha256(file),
    );
  };

  const repeat = async (work: () => Promise<void>, milliseconds = pauseMilliseconds): Promise<void> => {
    while (!isStopped) {
      await work();
      await sleep(milliseconds);
    }
  };
  const loops = Promise.all([
    repeat(() => uploadAndSend({})),
    // Does not wait for the provider, so it goes on uploading while the store is away.
    repeat(() => uploadAndSend({ prefer: 'respond-async' })),
    repeat(sendAgain),
    // People write to the provider, which is never away: without a pause they would outnumber all others.
    repeat(write, pauseMilliseconds * 10),
  ]);
  // `stop` reports what went wrong; until then it must not end the process.
  loops.catch(() => undefined);

  return {
    journal,
    async beginUpload() {
      const half = newFile().subarray(0, 50_000);
      const begun = Promise.withResolvers<void>();
      let isOut = false;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (isOut) return new Promise<void>(() => begun.resolve());
          isOut = true;
          controller.enqueue(new Uint8Array(half));
        },
      });
      void upload(body);
      await begun.promise;
    },
    async stop() {
      isStopped = true;
      await loops;
    },
  };
};
