// Notifies people of alerts, by mail and by WhatsApp. Each notice is a row that waits: it is claimed, tried, and
// retried with growing pauses; quiet hours put it off. A process that is killed between the mail server's answer and
// the next commit may mail one person twice; no person is left out. WhatsApp messages carry an idempotency key and go
// out once.

import { alertPage, alertText } from '@hudhud/contract/alert-kinds.ts';
import type pg from 'pg';
import type { Log } from '../../platform/log.ts';
import { hourMilliseconds, minuteMilliseconds } from '../../platform/time.ts';
import type { MailOwners } from '../../users/mail-owners.ts';
import { quietUntil } from '../quiet-hours.ts';
import { claimDueNotice, type DueNotice, noteMailed, postponeNotice, settleNotice } from './queries.ts';

export type NoticeOutcome =
  | { readonly kind: 'sent' }
  /** It can never be sent: why, for people. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'again'; readonly reason: string };

export interface WhatsAppNotice {
  readonly companyId: string;
  /** The same for every try, so that it is sent once. */
  readonly key: string;
  readonly to: string;
  readonly text: string;
  readonly template: { readonly name: string; readonly language: string } | null;
}

export interface NoticeOptions {
  readonly pool: pg.Pool;
  readonly log: Log;
  /** Null where no mail is set up. */
  readonly mailOwners: MailOwners | null;
  readonly sendWhatsApp: (notice: WhatsAppNotice) => Promise<NoticeOutcome>;
  readonly publicUrl: () => string;
}

/** Longer than a mail server, or a message that is waited for, takes. */
const holdSeconds = 180;
const pauses = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minuteMilliseconds);
/** After so many tries it is no news any more. */
const attemptsMax = pauses.length + 1;

const linkOf = ({ kind, subject }: DueNotice, publicUrl: string): string =>
  `${publicUrl}${alertPage(kind, subject)}`;

const sendMail = async (options: NoticeOptions, notice: DueNotice): Promise<NoticeOutcome> => {
  const { mailOwners, pool, publicUrl } = options;
  if (!mailOwners) return { kind: 'refused', reason: 'mail_not_set_up' };
  const failed = await mailOwners(notice.company_id, {
    without: notice.told,
    textIn: (language) => ({
      ...alertText(notice.kind, notice.data, language),
      isOver: notice.resolved_at !== null,
      link: linkOf(notice, publicUrl()),
    }),
    onSent: (email) => noteMailed(pool, notice, email),
  });
  return failed === null ? { kind: 'sent' } : { kind: 'again', reason: failed };
};

const sendWhatsApp = async (options: NoticeOptions, notice: DueNotice): Promise<NoticeOutcome> => {
  const { whatsapp, language } = notice;
  if (!whatsapp) return { kind: 'refused', reason: 'whatsapp_not_set_up' };
  const { title, detail } = alertText(notice.kind, notice.data, language);
  return await options.sendWhatsApp({
    companyId: notice.company_id,
    key: `alert-${notice.alert_id}`,
    to: whatsapp.to,
    text: `${title}\n${detail}\n${linkOf(notice, options.publicUrl())}`,
    template: whatsapp.template ?? null,
  });
};

const send = async (options: NoticeOptions, notice: DueNotice): Promise<NoticeOutcome> => {
  try {
    return await (notice.channel === 'mail' ? sendMail : sendWhatsApp)(options, notice);
  } catch (error) {
    options.log.warn({ err: error, channel: notice.channel }, 'a notice of an alert could not be sent');
    return { kind: 'again', reason: error instanceof Error ? error.message : 'unknown' };
  }
};

const settle = async ({ pool }: NoticeOptions, notice: DueNotice, outcome: NoticeOutcome): Promise<void> => {
  if (outcome.kind === 'sent') return await settleNotice(pool, notice, 'sent', null);
  const isLast = outcome.kind === 'refused' || notice.attempts >= attemptsMax;
  if (isLast) return await settleNotice(pool, notice, 'failed', outcome.reason);
  const pause = pauses[notice.attempts - 1] ?? hourMilliseconds;
  const dueAt = new Date(Date.now() + pause);
  await postponeNotice(pool, notice, { dueAt, attempts: notice.attempts, reason: outcome.reason });
};

/** One round: everything that is due now. */
export const sendDueNotices = async (options: NoticeOptions): Promise<void> => {
  for (;;) {
    const notice = await claimDueNotice(options.pool, holdSeconds);
    if (!notice) return;
    // A test is asked for by a person who waits for it.
    const hours = notice.kind === 'test' ? null : notice.quiet_hours;
    const quiet = quietUntil(hours, notice.timezone, new Date());
    if (quiet) {
      const attempts = notice.attempts - 1;
      await postponeNotice(options.pool, notice, { dueAt: quiet, attempts, reason: 'quiet_hours' });
    } else await settle(options, notice, await send(options, notice));
  }
};
