// Meta's handshake: before a callback URL is used it must give back the challenge, which it does only when the verify
// token is the one it knows.
import { randomInt } from 'node:crypto';
import type { WebhookSender } from './send-webhook.ts';

export type Verification =
  | { kind: 'verified' }
  | { kind: 'refused'; status: number; reason: string }
  | { kind: 'unreachable'; reason: string };

export async function verifyCallback(
  sender: WebhookSender,
  callbackUrl: string,
  verifyToken: string,
  timeoutMs: number,
): Promise<Verification> {
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000));
  let url: URL;
  try {
    url = new URL(callbackUrl);
  } catch {
    return { kind: 'unreachable', reason: `${callbackUrl} is not a URL` };
  }
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.verify_token', verifyToken);
  const outcome = await sender.send({
    method: 'GET',
    url: url.href,
    headers: { 'user-agent': 'facebookplatform/1.0' },
    body: null,
    timeoutMs,
  });
  if (outcome.kind === 'unreachable') return outcome;
  if (outcome.status !== 200) {
    return { kind: 'refused', status: outcome.status, reason: 'the answer is not 200' };
  }
  if (outcome.text.trim() !== challenge) {
    return { kind: 'refused', status: 200, reason: 'the answer is not the challenge' };
  }
  return { kind: 'verified' };
}
