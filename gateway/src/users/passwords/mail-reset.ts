// Sends the link for a forgotten password. It runs behind the answer, which is the same for every address and takes the
// same time: nobody learns who has an account here.

import type pg from 'pg';
import { toPublicId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { SendMail } from '../../platform/mail.ts';
import { makeReset } from './reset-password.ts';

export interface ResetMailOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: () => string;
  /** Null: no mail server is set. */
  readonly sendMail: SendMail | null;
  readonly log: Log;
}

const linkHours = 1;

const texts = {
  en: {
    subject: 'Your Hudhud password',
    text: (name: string, link: string) =>
      `Hello ${name},\n\nset a new password here:\n\n${link}\n\nThe link works once, for one hour. If you did not ask for it, you need not do anything.\n`,
  },
  ar: {
    subject: 'كلمة مرورك في هدهد',
    text: (name: string, link: string) =>
      `مرحبًا ${name}،\n\nعيّن كلمة مرور جديدة من هنا:\n\n${link}\n\nيعمل الرابط مرة واحدة ولمدة ساعة. إن لم تطلبه فلا حاجة لفعل شيء.\n`,
  },
};

export const mailReset = async (options: ResetMailOptions, email: string): Promise<void> => {
  const { pool, publicUrl, sendMail, log } = options;
  if (!sendMail) {
    log.warn(
      'a user has forgotten their password, and no mail server is set (SMTP_URL); print a link with: hudhud user reset-link --email',
    );
    return;
  }
  const made = await makeReset(pool, publicUrl(), email, linkHours);
  if (!made) return;
  const { user, link } = made;
  const words = texts[user.language];
  await sendMail({ to: user.email, subject: words.subject, text: words.text(user.name, link) });
  log.info({ user: toPublicId('user', user.id) }, 'a link for a forgotten password was mailed');
};
