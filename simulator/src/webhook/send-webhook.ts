// The one place from which the simulator makes calls: webhooks and the verification handshake. Connections are kept
// alive, redirects are not followed, and every call ends within its time limit.
import type { Agent } from 'undici';

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
  // Loaded for the first call: the simulator of a gateway mostly rests, and undici is 20 MB.
  let opening: Promise<{ agent: Agent; request: typeof import('undici').request }> | undefined;
  const open = async () => {
    const undici = await import('undici');
    return {
      agent: new undici.Agent({ connections: 128, keepAliveTimeout: 30_000 }),
      request: undici.request,
    };
  };
  return {
    async send({ method, url, headers, body, timeoutMs }) {
      try {
        opening ??= open();
        const { agent, request } = await opening;
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
    async close() {
      await (await opening)?.agent.destroy();
    },
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
