// Infobip's callbacks: many results in one POST. A subscription proves them as its profile says; the number keeps the
// profile as `basic <user>`, `header <name>` or `hmac <name> <algorithm> <encoding>` in place of a verify token.
import { createHmac } from 'node:crypto';
import { asObject, type Json } from '../../message/check-value.ts';
import type { CallbackFormat, CallbackPost } from '../../webhook/callback-format.ts';
import type { Update } from '../../webhook/updates.ts';
import { inboundReport, statusReport } from './reports.ts';

const consentField = 'user_preferences';

const consentReport = ({ number, value, atMs }: Extract<Update, { kind: 'field' }>): Json => {
  const [preference] = ((value as Json).user_preferences ?? []) as Json[];
  return {
    from: number.digits,
    content: {
      sender: number.digits,
      from: asObject(preference)?.wa_id,
      notificationMessagesStatus: asObject(preference)?.value,
    },
    createdAt: new Date(atMs).toISOString().replace('Z', '+0000'),
  };
};

const report = (update: Update, publicUrl: string): Json | null => {
  if (update.kind === 'status') return statusReport(update);
  return update.kind === 'message' ? inboundReport(update, publicUrl) : consentReport(update);
};

function proof({ number, body }: CallbackPost): Record<string, string> {
  const [kind, name = 'hudhud', algorithm = 'HMAC_SHA_256', encoding = 'hex'] = number.verifyToken.split(' ');
  if (kind === 'header') return { [name]: number.appSecret };
  if (kind === 'hmac') {
    const digest = algorithm.replace('HMAC_SHA_', 'sha');
    const signature = createHmac(digest, number.appSecret).update(body);
    return { [name]: signature.digest(encoding === 'base64' ? 'base64' : 'hex') };
  }
  const pair = Buffer.from(`${name}:${number.appSecret}`).toString('base64');
  return { authorization: `Basic ${pair}` };
}

export const infobipCallbacks: CallbackFormat = {
  carries: (update) =>
    update.kind === 'field' ? update.field === consentField : report(update, '') !== null,
  updatesMax: null,
  concurrency: null,
  write: (updates, _settings, publicUrl) =>
    JSON.stringify({
      results: updates.map((update) => report(update, publicUrl)),
      messageCount: updates.length,
      pendingMessageCount: 0,
    }),
  headers: (post) => ({
    'content-type': 'application/json',
    'user-agent': 'Infobip',
    ...proof(post),
  }),
  isTaken: (status) => status >= 200 && status < 300,
  isRepeated: () => true,
};
