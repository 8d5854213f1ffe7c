// The one place from which the simulator makes calls: webhooks and the verification handshake. Connections are kept
// alive, redirects are not followed, and every call ends within its time limit.
import { Agent, request } from 'undici';

export type WebhookOutcome =
  | { kind: 'answered'; status: number; text: string }
  | { kind: 'unreachable'; reason: string };

export interface WebhookCall {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | null;
  timeoutMs: number;
}

export interface WebhookSender {
  send(call: WebhookCall): Promise<WebhookOutcome>;
  close(): Promise<void>;
}

const textMax = 1_024;

export function createWebhookSender(): WebhookSender {
  const agent = new Agent({ connections: 128, keepAliveTimeout: 30_000 });
  return {
    async send({ method, url, headers, body, timeoutMs }) {
      try {
        const answer = await request(url, {
          dispatcher: agent,
          method,
          headers,
          body,
          signal: AbortSignal.timeout(timeoutMs),
        });
        const text = await readStart(answer.body);
        return { kind: 'answered', status: answer.statusCode, text };
      } catch (error) {
        return { kind: 'unreachable', reason: reasonOf(error) };
      }
    },
    close: () => agent.destroy(),
  };
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of body) {
    text += chunk.toString('utf8');
    // Leaving the loop closes the connection: a receiver that talks without end is not listened to.
    if (text.length >= textMax) return text.slice(0, textMax);
  }
  return text;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `${code}: ${error.message}`;
}
