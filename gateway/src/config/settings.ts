// Every setting of the gateway with its name, its meaning and its default. `config.ts` reads them, `hudhud config` and
// docs/operations.md show them.

import { resolve } from 'node:path';
import { isNetworkEntry } from '../platform/outgoing-http/private-address-guard.ts';
import { mediaSettings } from './media-settings.ts';
import { address, databaseAddress, oneOf, type Parsed, type Setting, text, whole, yesNo } from './setting.ts';

export type { Parsed, Setting };

export const roleNames = ['api', 'dispatch', 'webhooks', 'campaigns'] as const;
export type Role = (typeof roleNames)[number];

const roles: Setting<readonly Role[]> = {
  name: 'ROLES',
  meaning: `What this process does, separated by commas: ${roleNames.join(', ')}.`,
  default: roleNames.join(','),
  parse: (value) => {
    const names = value.split(',').map((name) => name.trim());
    const unknown = names.filter((name) => !roleNames.some((known) => known === name));
    if (unknown.length === 0) return { value: roleNames.filter((known) => names.includes(known)) };
    return {
      problem: `ROLES may hold ${roleNames.join(', ')}, not ${unknown.map((n) => JSON.stringify(n)).join(', ')}.`,
    };
  },
};

const secretKeyCharactersMin = 32;

const secretKey: Setting<string | null> = {
  name: 'SECRET_KEY',
  meaning: `Protects the stored tokens and credentials: at least ${secretKeyCharactersMin} random characters. Made and kept in DATA_DIR when the database is embedded; required with DATABASE_URL. Keep a copy: without it the stored secrets are lost.`,
  default: '',
  isSecret: true,
  parse: (value) => {
    if (value === '') return { value: null };
    if (value.length >= secretKeyCharactersMin) return { value };
    return {
      problem: `SECRET_KEY has ${value.length} characters; it needs at least ${secretKeyCharactersMin}.`,
    };
  },
};

/** Null: not said, so that the default may hang on the kind of database. */
const webhookAllowedNetworks: Setting<readonly string[] | null> = {
  name: 'WEBHOOK_ALLOWED_NETWORKS',
  meaning:
    'Networks that webhooks and the base addresses of senders may reach although they are not public, separated by commas: `10.20.0.0/16`, a single address, or `loopback`. `none` allows no such network. Empty: `loopback` with the embedded database, `none` with DATABASE_URL.',
  default: '',
  parse: (value) => {
    if (value === '') return { value: null };
    if (value === 'none') return { value: [] };
    const entries = value.split(',').map((entry) => entry.trim());
    const unknown = entries.filter((entry) => !isNetworkEntry(entry));
    if (unknown.length === 0) return { value: entries };
    return {
      problem: `WEBHOOK_ALLOWED_NETWORKS may hold networks such as 10.20.0.0/16, addresses and the word loopback, not ${unknown.map((entry) => JSON.stringify(entry)).join(', ')}.`,
    };
  },
};

/** Fewer than any chain of proxies has. */
const proxyHopsMax = 10;

/** How many proxies in a row are ours, or in which networks they are. False: none is. */
const trustProxy: Setting<false | number | readonly string[]> = {
  name: 'TRUST_PROXY',
  meaning: `Whether the caller's address is taken from X-Forwarded-For, because proxies of yours are in front. \`no\`; \`yes\` for one proxy; a number for so many in a row; or the networks they are in, separated by commas: \`10.20.0.0/16\`, a single address, or \`loopback\`.`,
  default: 'no',
  parse: (value) => {
    if (['no', 'false', '0'].includes(value)) return { value: false };
    if (['yes', 'true'].includes(value)) return { value: 1 };
    if (/^\d+$/.test(value) && Number(value) <= proxyHopsMax) return { value: Number(value) };
    const entries = value.split(',').map((entry) => entry.trim());
    if (entries.every((entry) => isNetworkEntry(entry))) return { value: entries };
    return {
      problem: `TRUST_PROXY must be no, yes, a number of proxies up to ${proxyHopsMax}, or networks such as 10.20.0.0/16, not ${JSON.stringify(value)}.`,
    };
  },
};

/** Grouped as the rest of the program takes them. The order is the order of the table. */
export const settings = {
  port: whole('PORT', 'The port to listen on. 0 takes any free one.', 3000, 0, 65_535),
  host: text('HOST', 'The address to listen on. `0.0.0.0` is reachable from other machines.', '127.0.0.1'),
  publicUrl: address(
    'PUBLIC_URL',
    'The address under which others reach this gateway. Empty: made from HOST and PORT.',
    ['http:', 'https:'],
  ),
  dataDir: {
    name: 'DATA_DIR',
    meaning: 'The folder of the embedded database and its secrets.',
    default: './data',
    parse: (value: string): Parsed<string> =>
      value === '' ? { problem: 'DATA_DIR must not be empty.' } : { value: resolve(value) },
  },
  databaseUrl: databaseAddress(
    'DATABASE_URL',
    'A PostgreSQL of your own, version 15 or newer. Several servers, of which the one that takes writes is used: `postgres://user:password@one:5432,two:5432/hudhud`. Empty: an embedded one in DATA_DIR.',
  ),
  directDatabaseUrl: databaseAddress(
    'DIRECT_DATABASE_URL',
    'The same database past the pooler, when DATABASE_URL leads to one in transaction mode: for migrations, partitions, notifications and heartbeats. Empty: DATABASE_URL.',
  ),
  secretKey,
  roles,
  logLevel: oneOf('LOG_LEVEL', 'How much is logged.', 'info', [
    'fatal',
    'error',
    'warn',
    'info',
    'debug',
    'trace',
    'silent',
  ]),
  logRequests: yesNo('LOG_REQUESTS', 'Log one line per request, at level info.', 'no'),
  trustProxy,
  databasePoolMax: whole(
    'DATABASE_POOL_MAX',
    'Database connections for lists and everyday work.',
    10,
    2,
    200,
  ),
  databaseWriters: whole('DATABASE_WRITERS', 'Database connections for group commits of messages.', 2, 1, 16),
  bodyBytesMax: whole('BODY_BYTES_MAX', 'The largest request body, in bytes.', 1_048_576, 1_024, 104_857_600),
  importBytesMax: whole(
    'IMPORT_BYTES_MAX',
    'The largest file of contacts that may be uploaded, in bytes.',
    209_715_200,
    1_024,
    2_000_000_000,
  ),
  requestsPerMinute: whole(
    'REQUESTS_PER_MINUTE',
    'API requests a company may make in one minute.',
    60_000,
    1,
    100_000_000,
  ),
  refusalsPerMinute: whole(
    'REFUSALS_PER_MINUTE',
    'Requests with wrong credentials that one address may make in one minute before it is told to slow down.',
    600,
    1,
    1_000_000,
  ),
  inboxRequestsMax: whole(
    'INBOX_REQUESTS_MAX',
    'Requests with credentials served at once; more are answered 503. A company may hold as many as are still free (alone: half); more of its own are answered 429.',
    4_096,
    1,
    1_000_000,
  ),
  inboxBytesMax: whole(
    'INBOX_BYTES_MAX',
    'Bytes of their bodies held at once, shared in the same way.',
    134_217_728,
    1_048_576,
    17_179_869_184,
  ),
  strangerRequestsMax: whole(
    'STRANGER_REQUESTS_MAX',
    'Requests without credentials (sign-in, sign-up, links of mails) served at once, apart from those of companies.',
    512,
    1,
    100_000,
  ),
  strangerSeconds: whole(
    'STRANGER_SECONDS',
    'How long the body of a request without credentials, or of a callback, may take to arrive, in seconds.',
    10,
    1,
    60,
  ),
  addressRequestsMax: whole(
    'ADDRESS_REQUESTS_MAX',
    'Unanswered requests without credentials that one address may have (of IPv6: one /64).',
    64,
    1,
    100_000,
  ),
  callbackRequestsMax: whole(
    'CALLBACK_REQUESTS_MAX',
    'Callbacks of providers served at once. A company may hold as many as are still free, and one sender of it a part of that (alone: a third).',
    1_000,
    1,
    100_000,
  ),
  callbackAnswerMilliseconds: whole(
    'CALLBACK_ANSWER_MILLISECONDS',
    'How long a callback is worked on before it is kept as it came and answered; the rest is done behind the answer. One of up to three parts is given eight times as long. 0: every callback is kept first.',
    100,
    0,
    60_000,
  ),
  otherStatuses: oneOf(
    'OTHER_STATUSES',
    'Statuses of messages that another system sent from the same number. `keep`: for eight days, in case the message becomes known, without an event. `tell`: after an hour an event `provider_notice` is sent with the topic `other_status`.',
    'keep',
    ['keep', 'tell'],
  ),
  trialDays: whole('TRIAL_DAYS', 'Length of the free trial of a new company, in days.', 14, 0, 3_650),
  signUp: oneOf(
    'SIGN_UP',
    'Who may make an account in the dashboard. `open`: anybody, with a company on a free trial. `invited`: only who was invited into a company.',
    'open',
    ['open', 'invited'],
  ),
  signInTries: whole(
    'SIGN_IN_TRIES',
    'How often one account may be tried from one network in 15 minutes.',
    10,
    1,
    1_000_000,
  ),
  signInTriesPerAddress: whole(
    'SIGN_IN_TRIES_PER_ADDRESS',
    'How often one address may sign in, sign up or use a link in 15 minutes.',
    100,
    1,
    1_000_000,
  ),
  smtpUrl: {
    ...address(
      'SMTP_URL',
      'The mail server that proves addresses at sign-up, and sends links for forgotten passwords: `smtp://user:password@host:587` or `smtps://...`, with `?auth=login` or `?auth=xoauth2` where the server needs it. Empty: no mail; addresses are taken as typed, and `hudhud user reset-link` prints a link.',
      ['smtp:', 'smtps:'],
    ),
    isSecret: true,
  },
  mailFrom: text('MAIL_FROM', 'The sender address of mails.', 'Hudhud <hudhud@localhost>'),
  usersWithoutCompanyDays: whole(
    'USERS_WITHOUT_COMPANY_DAYS',
    'Users who have belonged to no company for so many days, and have not signed in, are removed. Operators stay.',
    90,
    1,
    3_650,
  ),
  messageRetentionDays: whole(
    'MESSAGE_RETENTION_DAYS',
    'How long messages are kept, and the people of a campaign after its end, in days.',
    180,
    3,
    3_650,
  ),
  ...mediaSettings,
  requestRetentionDays: whole('REQUEST_RETENTION_DAYS', 'How long requests are kept, in days.', 30, 3, 3_650),
  idempotencyHours: whole(
    'IDEMPOTENCY_HOURS',
    'How long an Idempotency-Key is remembered, in hours.',
    48,
    1,
    8_760,
  ),
  sendWaitSeconds: whole(
    'SEND_WAIT_SECONDS',
    'How long the answer to a send request may wait for the provider, in seconds. 0: every message is answered `queued` as soon as it is stored.',
    10,
    0,
    50,
  ),
  sendWaitingMax: whole(
    'SEND_WAITING_MAX',
    'Send requests that may wait for their provider at once. A company may hold as many as are still free (alone: half); beyond that its oldest is answered 202 `queued`.',
    2_048,
    1,
    1_000_000,
  ),
  messageMaxAgeHours: whole(
    'MESSAGE_MAX_AGE_HOURS',
    'How long a message may wait before it is not sent any more and expires, in hours.',
    24,
    1,
    720,
  ),
  providerConnections: whole(
    'PROVIDER_CONNECTIONS',
    'Calls to providers at a time, shared fairly by all senders.',
    256,
    1,
    10_000,
  ),
  leaseSeconds: whole(
    'LEASE_SECONDS',
    'How long after its last sign of life a process counts as dead and others take over its senders, in seconds.',
    30,
    2,
    600,
  ),
  webhookConnections: whole(
    'WEBHOOK_CONNECTIONS',
    "Calls to customers' webhooks at a time, shared fairly by all of them.",
    512,
    1,
    10_000,
  ),
  webhookAllowedNetworks,
  outgoingProxy: {
    ...address(
      'OUTGOING_PROXY',
      'An egress proxy for every call to providers and webhooks: `http://user:password@host:3128` or `https://...`. It is asked to CONNECT, for http: addresses too, and resolves names itself; networks in WEBHOOK_ALLOWED_NETWORKS are called directly. Empty: none; HTTP_PROXY is not read.',
      ['http:', 'https:'],
    ),
    isSecret: true,
  },
  simulator: oneOf(
    'SIMULATOR',
    'Run the simulator, a WhatsApp of our own for trials and tests, under `/simulator`, and give every new company a sender that points at it. `auto`: with the embedded database only.',
    'auto',
    ['auto', 'yes', 'no'],
  ),
  simulatorControl: oneOf(
    'SIMULATOR_CONTROL',
    'Who may steer the simulator. `guarded`: each company its own numbers. `open`: anybody everything, without credentials; for test rigs and benchmarks only.',
    'guarded',
    ['guarded', 'open'],
  ),
  shutdownSeconds: whole(
    'SHUTDOWN_SECONDS',
    'How long a stop may take before what is left is broken off.',
    15,
    1,
    600,
  ),
} as const;
