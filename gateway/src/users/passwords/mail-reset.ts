// Sends the link for a forgotten password. It runs behind the answer, which is the same for every address and takes the
// same time: a stranger cannot learn who has an account here.

import type pg from 'pg';
import { toPublicId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { SendMail } from '../../platform/mail.ts';
import { type ClosedWays, passwordWasResetMail, resetMail } from '../mails.ts';
import type { UserRow } from '../queries.ts';
import { makeReset } from './reset-password.ts';

export interface ResetMailOptions {
  readonly pool: pg.Pool;
  readonly publicUrl: () => string;
  /** Null: no mail server is set. */
  readonly sendMail: SendMail | null;
  readonly log: Log;
}

export const mailedLink = { hours: 1, provesEmail: true };

export const mailReset = async (options: ResetMailOptions, email: string): Promise<void> => {
  const { pool, publicUrl, sendMail, log } = options;
  if (!sendMail) {
    log.warn(
      'a user has forgotten their password, and no mail server is set (SMTP_URL); print a link with: hudhud user reset-link --email',
    );
    return;
  }
  const made = await makeReset(pool, publicUrl(), email, mailedLink);
  if (!made) return;
  const { user, link } = made;
  await sendMail(resetMail(user, link));
  log.info({ user: toPublicId('user', user.id) }, 'a link for a forgotten password was mailed');
};

/** Notifies the owner of the address, who may not be the person who has used the link. */
export const mailResetNotice = async (
  { sendMail }: ResetMailOptions,
  user: UserRow,
  closed: ClosedWays,
): Promise<void> => {
  await sendMail?.(passwordWasResetMail(user, closed));
};
