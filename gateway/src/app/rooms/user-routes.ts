// The routes of users, put together: who signs up and in, their sessions and second factor, and the members of companies.

import type { FastifyInstance } from 'fastify';
import { createMailer } from '../../platform/mail.ts';
import { withSimulatedSender } from '../../simulator/runs-simulator.ts';
import { registerAccountRoutes } from '../../users/accounts/routes.ts';
import { registerWaysInRoute } from '../../users/accounts/ways-in.ts';
import { registerInvitationRoutes } from '../../users/invitations/routes.ts';
import { registerMemberRoutes } from '../../users/members/routes.ts';
import { registerOperatorRoutes } from '../../users/operator/routes.ts';
import { registerPasskeyRoutes } from '../../users/passkeys/routes.ts';
import { registerPasswordRoutes } from '../../users/passwords/routes.ts';
import { registerSecondFactorRoutes } from '../../users/second-factor/routes.ts';
import { registerSessionRoutes } from '../../users/sessions/routes.ts';
import { createSignInThrottle } from '../../users/sign-in-throttle.ts';
import type { RoomOptions } from './room.ts';

export const registerUserRoutes = (api: FastifyInstance, options: RoomOptions): void => {
  const { config, storage, log, publicUrl } = options;
  const { secrets } = storage;
  const { pool } = storage.database;
  const throttle = createSignInThrottle({
    perAccount: config.signInTries,
    perAddress: config.signInTriesPerAddress,
  });
  const sendMail =
    config.smtpUrl === null ? null : createMailer({ url: config.smtpUrl, from: config.mailFrom });
  const isOpen = config.signUp === 'open';
  registerWaysInRoute(api, { pool, isOpen, sendsMail: config.smtpUrl !== null });
  registerAccountRoutes(api, {
    pool,
    secrets,
    throttle,
    publicUrl,
    isOpen,
    trialDays: config.trialDays,
    alsoForCompany: withSimulatedSender(config, secrets),
    sendMail,
    log,
  });
  registerSessionRoutes(api, { pool, publicUrl });
  registerPasswordRoutes(api, {
    pool,
    throttle,
    publicUrl,
    log,
    sendMail,
  });
  registerSecondFactorRoutes(api, { pool, secrets, throttle, setPublicUrl: config.publicUrl });
  registerPasskeyRoutes(api, { pool, throttle, publicUrl, setPublicUrl: config.publicUrl });
  registerMemberRoutes(api, { pool });
  registerInvitationRoutes(api, { pool, publicUrl, throttle, sendMail });
  registerOperatorRoutes(api, { pool });
};
