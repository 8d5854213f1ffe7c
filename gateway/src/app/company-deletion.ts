// Deleting a company, put together: whose password it takes, what this process must forget, and the sweep that removes
// the rows.

import type { FastifyInstance } from 'fastify';
import { registerDeletionRoutes } from '../companies/deletion/routes.ts';
import { sweepDeletedCompanies } from '../companies/deletion/sweep-deleted.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { type Loop, startLoop } from '../platform/loop.ts';
import { requirePassword } from '../users/passwords/require-password.ts';
import { createSignInThrottle } from '../users/sign-in-throttle.ts';
import { signedInOf } from '../users/signed-in.ts';
import type { Parts } from './build-parts.ts';
import type { Store } from './open-store.ts';

export interface CompanyDeletionOptions extends Pick<Parts, 'directory' | 'senders' | 'webhooks'> {
  readonly config: Config;
  readonly store: Pick<Store, 'database'>;
  readonly log: Log;
}

const sweepMilliseconds = 5_000;

export const registerCompanyDeletion = (server: FastifyInstance, options: CompanyDeletionOptions): void => {
  const { config, store, log, directory, senders, webhooks } = options;
  const { pool } = store.database;
  const throttle = createSignInThrottle({
    perAccount: config.signInTries,
    perAddress: config.signInTriesPerAddress,
  });
  registerDeletionRoutes(server, {
    pool,
    log,
    async requirePassword(incoming, password) {
      const { userId } = signedInOf(incoming);
      throttle.checkAccount(userId, incoming.source);
      await requirePassword(pool, userId, password);
    },
    onGone(companyId) {
      directory.forget(companyId);
      senders.forget(companyId);
      webhooks.noticeChange();
    },
  });
};

export const startCompanySweep = ({ pool }: Database, log: Log): Loop =>
  startLoop('deleted companies', sweepMilliseconds, log, () =>
    sweepDeletedCompanies(pool, {
      onFinished: (id) => log.warn({ company: toPublicId('company', id) }, 'a deleted company is removed'),
    }),
  );
