// A real receiver of webhooks on a free port, as a customer of Meta would run it: keeps the raw bytes, checks the
// signature by itself, answers the handshake, and can be set to fail.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ReceivedPost {
  raw: Buffer;
  headers: IncomingHttpHeaders;
  at: number;
  isSigned: boolean;
}

export interface ReceivedStatus {
  id: string;
  status: string;
  timestamp: string;
  recipient_id?: string;
  recipient_user_id?: string;
  biz_opaque_callback_data?: string;
  errors?: { code: number; title: string }[];
  pricing?: { category: string };
  conversation?: object;
}

export interface Receiver {
  url: string;
  posts: ReceivedPost[];
  /** Answers for the next POSTs; 200 when the list is empty. */
  answers: (number | 'hang')[];
  statuses(): ReceivedStatus[];
  messages(): Record<string, unknown>[];
  changes(): { field: string; value: Record<string, unknown> }[];
  waitForStatuses(count: number): Promise<ReceivedStatus[]>;
  waitForMessages(count: number): Promise<Record<string, unknown>[]>;
  waitUntil(isTrue: () => boolean): Promise<void>;
  close(): Promise<void>;
}

interface Envelope {
  entry: { id: string; changes: { field: string; value: Record<string, unknown> }[] }[];
}

export async function startReceiver(appSecret: string, verifyToken: string, port = 0): Promise<Receiver> {
  const posts: ReceivedPost[] = [];
  const answers: (number | 'hang')[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      const { searchParams } = new URL(request.url ?? '/', 'http://receiver');
      const isRight = searchParams.get('hub.verify_token') === verifyToken;
      response.writeHead(isRight ? 200 : 403).end(isRight ? searchParams.get('hub.challenge') : 'no');
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const expected = `sha256=${createHmac('sha256', appSecret).update(raw).digest('hex')}`;
      const isSigned = request.headers['x-hub-signature-256'] === expected;
      const answer = answers.shift() ?? 200;
      posts.push({ raw, headers: request.headers, at: Date.now(), isSigned });
      if (answer !== 'hang') response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  const changes = () =>
    posts.flatMap(({ raw }) =>
      (JSON.parse(raw.toString()) as Envelope).entry.flatMap((entry) => entry.changes),
    );
  const collect = (name: string) =>
    changes().flatMap(({ value }) => (value[name] as object[] | undefined) ?? []);
  const statuses = () => collect('statuses') as ReceivedStatus[];
  const messages = () => collect('messages') as Record<string, unknown>[];

  async function waitUntil(isTrue: () => boolean): Promise<void> {
    const deadline = Date.now() + 8_000;
    while (!isTrue()) {
      if (Date.now() > deadline) throw new Error(`waited in vain; ${posts.length} POSTs came`);
      await sleep(5);
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    posts,
    answers,
    statuses,
    messages,
    changes,
    waitUntil,
    async waitForStatuses(count) {
      await waitUntil(() => statuses().length >= count);
      return statuses();
    },
    async waitForMessages(count) {
      await waitUntil(() => messages().length >= count);
      return messages();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
