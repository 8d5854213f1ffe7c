// A gateway over real HTTP that refuses what ours refuses: wrong credentials, unknown or missing or mistyped fields,
// numbers without a plus sign; and that takes one Idempotency-Key once.

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const companyId = 'co_01kagx5p9ne0ps4a2v7qk3m8dz';
export const token = 'a-token-of-twenty-four-characters';

export interface StoredMessage {
  readonly id: string;
  readonly to: string;
  readonly message: string;
}

interface Outcome {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

const problem = (status: number, code: string, detail: string): Outcome => ({
  status,
  body: {
    type: `https://hudhud.example/errors#${code}`,
    title: code,
    status,
    code,
    detail,
    request_id: 'req_1',
  },
  headers: { 'Content-Type': 'application/problem+json' },
});

/** The first thing wrong with a body, in the words of the error catalogue. */
function faultOf(body: unknown): Outcome | undefined {
  if (typeof body !== 'object' || body === null) return problem(400, 'invalid_json', 'not an object');
  const fields = body as Record<string, unknown>;
  const isText = fields.type === undefined || fields.type === 'text';
  const known = ['to', 'message', 'type', 'provider', ...(isText ? [] : ['media', 'voice'])];
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown) return problem(422, 'unknown_field', unknown);
  for (const name of isText ? ['to', 'message'] : ['to']) {
    if (fields[name] === undefined) return problem(422, 'missing_field', name);
    if (typeof fields[name] !== 'string') return problem(422, 'wrong_type', name);
  }
  if (!/^\+[1-9]\d{6,14}$/.test(String(fields.to))) return problem(422, 'invalid_phone_number', 'to');
  if (isText && !/\S/.test(String(fields.message))) return problem(422, 'text_empty', 'message');
  return undefined;
}

export class FakeGateway {
  readonly messages: StoredMessage[] = [];
  /** What was uploaded, by its id. */
  readonly files = new Map<string, { bytes: string; mimeType: string; filename: string | null }>();
  readonly requests: IncomingMessage[] = [];
  url = '';
  /** Set to store the next message and then break the line before the answer. */
  losesNextAnswer = false;

  readonly #answers = new Map<string, { body: string; outcome: Outcome }>();
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(request);
    const outcome = this.#route(request, await text(request));
    if (this.losesNextAnswer) {
      this.losesNextAnswer = false;
      response.destroy();
      return;
    }
    response.writeHead(outcome.status, { 'Content-Type': 'application/json', ...outcome.headers });
    response.end(JSON.stringify(outcome.body));
  }

  #route(request: IncomingMessage, body: string): Outcome {
    const { headers, method, url = '' } = request;
    if (headers.authorization !== `Bearer ${token}` || headers['x-company-id'] !== companyId) {
      return problem(401, 'invalid_credentials', 'The company id or token is wrong');
    }
    if (method === 'GET' && url === '/api/v1/me')
      return { status: 200, body: { company: { id: companyId } } };
    if (method === 'POST' && url === '/api/v1/messages/send') return this.#send(request, body);
    if (method === 'POST' && url.startsWith('/api/v1/media')) return this.#upload(request, body);
    if (method === 'GET' && url.startsWith('/api/v1/media?')) return this.#listFiles(url);
    const id = /^\/api\/v1\/messages\/([^/?]+)$/.exec(url)?.[1];
    if (method === 'GET' && id) return this.#get(decodeURIComponent(id));
    return problem(404, 'route_not_found', url);
  }

  #send({ headers }: IncomingMessage, body: string): Outcome {
    if (headers['content-type'] !== 'application/json') return problem(415, 'unsupported_content_type', '');
    const fault = faultOf(JSON.parse(body));
    if (fault) return fault;
    const key = headers['idempotency-key'];
    if (typeof key === 'string') {
      if (!/^[\x21-\x7e]{1,255}$/.test(key)) return problem(422, 'invalid_idempotency_key', key);
      const earlier = this.#answers.get(key);
      if (earlier && earlier.body !== body) return problem(422, 'idempotency_key_reused', key);
      if (earlier) return { ...earlier.outcome, headers: { 'Idempotency-Replayed': 'true' } };
    }
    const outcome = this.#store(body, headers.prefer === 'respond-async');
    if (typeof key === 'string') this.#answers.set(key, { body, outcome });
    return outcome;
  }

  #store(body: string, answersWhenStored: boolean): Outcome {
    const { to, message } = JSON.parse(body) as StoredMessage;
    const id = `msg_${String(this.messages.length + 1).padStart(26, '0')}`;
    this.messages.push({ id, to, message });
    return {
      status: answersWhenStored ? 202 : 200,
      body: {
        status: answersWhenStored ? 'queued' : 'sent',
        message_id: id,
        timestamp: new Date().toISOString(),
      },
    };
  }

  #upload({ headers, url }: IncomingMessage, bytes: string): Outcome {
    if (bytes === '') return problem(422, 'media_empty', 'The file is empty.');
    const id = `med_${String(this.files.size + 1).padStart(26, '0')}`;
    const filename = new URL(url ?? '', 'http://x').searchParams.get('filename');
    this.files.set(id, { bytes, mimeType: String(headers['content-type']), filename });
    return { status: 201, body: { id } };
  }

  #listFiles(url: string): Outcome {
    const wanted = new URL(url, 'http://x').searchParams.get('sha256');
    const shaOf = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
    const found = [...this.files].filter(([, { bytes }]) => shaOf(bytes) === wanted);
    return { status: 200, body: { data: found.map(([id, { filename }]) => ({ id, filename })).reverse() } };
  }

  #get(id: string): Outcome {
    const found = this.messages.find((message) => message.id === id);
    if (!found) return problem(404, 'message_not_found', id);
    return { status: 200, body: { id, direction: 'out', status: 'sent', phone_number: found.to } };
  }
}
