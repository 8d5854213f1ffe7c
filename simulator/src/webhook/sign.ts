// The value of X-Hub-Signature-256: HMAC-SHA256 of the exact body bytes with the app secret.
import { createHmac } from 'node:crypto';

export function sign(body: string, appSecret: string): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}
