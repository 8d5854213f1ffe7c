// Mails to the owners of a company, when something needs a person.

import type { LanguageName } from '@hudhud/contract/companies.ts';
import type pg from 'pg';
import type { Log } from '../platform/log.ts';
import type { SendMail } from '../platform/mail.ts';
import { type AlertWords, alertMail } from './mails.ts';
import { listOwners } from './members/queries.ts';

export interface OwnerMail {
  /** Addresses that have it already. */
  readonly without: readonly string[];
  readonly textIn: (language: LanguageName) => AlertWords;
  /** The mail server has accepted it for this address. */
  readonly onSent: (email: string) => Promise<void>;
}

/** Answers why the last of those that failed did; null when every owner has it. */
export type MailOwners = (companyId: string, mail: OwnerMail) => Promise<string | null>;

/** One address that fails does not keep the others from theirs. */
export const createMailOwners =
  (pool: pg.Pool, sendMail: SendMail, log: Log): MailOwners =>
  async (companyId, { without, textIn, onSent }) => {
    let failed: string | null = null;
    for (const owner of await listOwners(pool, companyId)) {
      if (without.includes(owner.email)) continue;
      try {
        await sendMail(alertMail(owner, owner.company_name, textIn(owner.language)));
      } catch (error) {
        log.warn({ err: error }, 'an alert could not be mailed to an owner');
        failed = error instanceof Error ? error.message : 'unknown';
        continue;
      }
      await onSent(owner.email);
    }
    return failed;
  };
