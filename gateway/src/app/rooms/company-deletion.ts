// Deleting a company, put together: whose password it takes, what this process must forget, and the sweep that removes
// the rows.

import type { FastifyInstance } from 'fastify';
import { registerDeletionRoutes } from '../../companies/deletion/routes.ts';
import { sweepDeletedCompanies } from '../../companies/deletion/sweep-deleted.ts';
import type { Database } from '../../platform/database/database.ts';
import { toPublicId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { type Loop, startLoop } from '../../platform/loop.ts';
import { requirePassword } from '../../users/passwords/require-password.ts';
import { createSignInThrottle } from '../../users/sign-in-throttle.ts';
import { signedInOf } from '../../users/signed-in.ts';
import type { RoomOptions } from './room.ts';

const sweepMilliseconds = 5_000;

export const registerCompanyDeletion = (
  api: FastifyInstance,
  { parts, config, storage, log }: RoomOptions,
): void => {
  const { directory, senders, webhooks } = parts;
  const { pool } = storage.database;
  const throttle = createSignInThrottle({
    perAccount: config.signInTries,
    perAddress: config.signInTriesPerAddress,
  });
  registerDeletionRoutes(api, {
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
