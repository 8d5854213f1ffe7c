// Alerts: their routes, and the search for them in the background.

import type { Problem } from '@hudhud/contract/problem.ts';
import type { FastifyInstance } from 'fastify';
import { type AlertEngine, createAlertEngine } from '../../alerts/engine.ts';
import type { NoticeOutcome, WhatsAppNotice } from '../../alerts/notices/send-notices.ts';
import { registerAlertRoutes } from '../../alerts/routes.ts';
import { createMailer } from '../../platform/mail.ts';
import { createMailOwners } from '../../users/mail-owners.ts';
import type { Room, RoomOptions } from './room.ts';

/** Whether the answer may be another one a minute later. */
const isPassing = (status: number, code: string): boolean =>
  status >= 500 || status === 429 || code === 'idempotency_in_progress';

/**
 * By the ordinary send path: limits, window, templates and consent hold for it, and the Event Monitor lists it. The key
 * makes a repetition the same message.
 */
const createSendWhatsApp =
  (api: FastifyInstance, { parts }: RoomOptions) =>
  async ({ companyId, key, to, text, template }: WhatsAppNotice): Promise<NoticeOutcome> => {
    const company = await parts.directory.find(companyId);
    if (!company) return { kind: 'refused', reason: 'The company is gone.' };
    const ticket = parts.entrance.tickets.issue({ company, retryOf: null, signedIn: null, token: null });
    const response = await api.inject({
      method: 'POST',
      url: '/api/v1/messages/send',
      headers: { 'user-agent': 'hudhud alerts', 'x-hudhud-ticket': ticket, 'idempotency-key': key },
      payload: {
        to,
        message: text,
        ...(template && {
          fallback_template: { ...template, variables: [text.replaceAll('\n', ' ')] },
        }),
      },
    });
    if (response.statusCode < 300) return { kind: 'sent' };
    const { title = '', detail = '', code = '' } = response.json<Partial<Problem>>();
    const reason = `${title}. ${detail}`;
    return { kind: isPassing(response.statusCode, code) ? 'again' : 'refused', reason };
  };

export const alertRoom = (options: RoomOptions): Room => {
  const { config, storage, log, publicUrl, parts } = options;
  const { pool } = storage.database;
  const sendMail =
    config.smtpUrl === null ? null : createMailer({ url: config.smtpUrl, from: config.mailFrom });
  const onEmitted = (companyIds: readonly string[]): void => parts.webhooks.notice(companyIds);
  let engine: AlertEngine | undefined;
  return {
    name: 'alerts',
    register(api) {
      registerAlertRoutes(api, { pool, isMailSetUp: sendMail !== null, onEmitted });
      engine = createAlertEngine({
        pool,
        channels: storage.channels,
        log,
        onEmitted,
        publicUrl,
        mailOwners: sendMail && createMailOwners(pool, sendMail, log),
        sendWhatsApp: createSendWhatsApp(api, options),
      });
    },
    start() {
      if (config.roles.includes('campaigns')) engine?.start();
    },
    stop: (deadline) => deadline.within(engine?.stop() ?? Promise.resolve()),
  };
};
