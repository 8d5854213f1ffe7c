// The parts of a gateway, made by hand and in order: each gets what it uses.

import { type CallbackReceiver, createCallbackReceiver } from '../callbacks/callback-receiver.ts';
import { type CallbackInbox, createCallbackInbox } from '../callbacks/routes.ts';
import { type CampaignEngine, createCampaignEngine } from '../campaigns/engine.ts';
import { type Authenticator, createAuthenticator } from '../companies/authenticate.ts';
import { type CompanyDirectory, createCompanyDirectory, loadCompany } from '../companies/directory.ts';
import { createTokenUse, type TokenUse } from '../companies/token-use.ts';
import type { Config } from '../config/config.ts';
import { findPlaceholderValues } from '../contacts/contact-values.ts';
import type { PeopleListener } from '../contacts/incoming/people-listener.ts';
import { findTraits } from '../contacts/traits/find-traits.ts';
import { Dispatcher } from '../dispatch/dispatcher.ts';
import { recordRoutedIn } from '../dispatch/rerouting/record-routed.ts';
import { type Bounds, createBounds } from '../http/bounds.ts';
import { createChangeAudit } from '../http/change-audit.ts';
import type { EntranceOptions } from '../http/entrance.ts';
import { createInboxes } from '../http/inboxes.ts';
import { createReplayTickets } from '../http/replay.ts';
import { createSessionEntrance, type SessionEntrance } from '../http/session-entrance.ts';
import { expectFiles } from '../media/incoming/expect-files.ts';
import type { FetchWorker } from '../media/incoming/fetch-worker.ts';
import type { AcceptOptions } from '../messages/accepting.ts';
import { findTargetsIn } from '../messages/content/message-target.ts';
import { fallbackIn } from '../messages/content/use-fallback.ts';
import { createIncomingRecorder, type IncomingRecorder } from '../messages/incoming/incoming-recorder.ts';
import { createStatusRecorder, type StatusRecorder } from '../messages/statuses/status-recorder.ts';
import { createKeysInProgress } from '../messages/storing/idempotency.ts';
import { createMessageStore, type MessageStore } from '../messages/storing/message-store.ts';
import { createPassing } from '../messages/storing/pass-on.ts';
import type { OrderOptions } from '../messages/storing/store-offered.ts';
import { createRequestRecorder, type RequestRecorder } from '../monitoring/record-requests.ts';
import { createRefusedCredentials } from '../monitoring/refused-credentials.ts';
import { type EventLoopDelay, watchEventLoop } from '../platform/event-loop-delay.ts';
import { toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { AddressGuard } from '../platform/outgoing-http/private-address-guard.ts';
import { createRateLimiter } from '../platform/rate-limit.ts';
import type { Peers } from '../processes/peers/peers.ts';
import type { ProcessLease } from '../processes/process-lease.ts';
import type { SenderDirectory } from '../senders/directory.ts';
import { type HealthOptions, receiveHealthNotice } from '../senders/health/keep-health.ts';
import type { EmbeddedSimulator } from '../simulator/embedded-simulator.ts';
import { suggestFrom } from '../templates/suggest-templates.ts';
import { createFindSignedIn } from '../users/sessions/find-signed-in.ts';
import { createWebhookEngine, type WebhookEngine } from '../webhooks/engine.ts';
import { lastIncomingIn } from '../windows/read-window.ts';
import { type ContactParts, createContactParts, toPerson } from './contact-parts.ts';
import { createHealthOptions } from './health-parts.ts';
import { createLiveNews, type LiveNews } from './live-news.ts';
import { createIncomingFiles, createMediaParts, type MediaParts } from './media-parts.ts';
import type { Storage } from './open-storage.ts';
import { createProcessParts, type ProcessParts } from './process-parts.ts';
import { createSimulatorAndSenders } from './simulator-and-senders.ts';
import { createTemplateParts, type TemplateParts } from './template-parts.ts';
import { createWaysOut } from './ways-out.ts';

export interface Parts {
  readonly metrics: Metrics;
  readonly live: LiveNews;
  readonly directory: CompanyDirectory;
  readonly tokenUse: TokenUse;
  readonly senders: SenderDirectory;
  readonly simulator: EmbeddedSimulator | null;
  readonly http: OutgoingHttp;
  readonly recorder: RequestRecorder;
  readonly messageStore: MessageStore;
  readonly statuses: StatusRecorder;
  readonly incoming: IncomingRecorder;
  readonly contacts: ContactParts;
  readonly templates: TemplateParts;
  readonly lease: ProcessLease;
  readonly peers: Peers;
  readonly guard: AddressGuard;
  readonly webhookHttp: OutgoingHttp;
  readonly webhooks: WebhookEngine;
  readonly dispatcher: Dispatcher;
  readonly entrance: EntranceOptions;
  readonly callbackInbox: CallbackInbox;
  readonly callbacks: CallbackReceiver;
  readonly eventLoop: EventLoopDelay;
  readonly accept: AcceptOptions;
  readonly health: HealthOptions;
  readonly media: MediaParts;
  readonly files: FetchWorker;
  readonly campaigns: CampaignEngine;
}

export interface PartsOptions {
  readonly config: Config;
  readonly log: Log;
  readonly storage: Storage;
  /** Where this very process listens. */
  readonly address: () => string;
  /** Where others reach the gateway. */
  readonly publicUrl: () => string;
}

const minuteSeconds = 60;
/** A message is dropped with its day; it must have been sent before. */
const scheduleDaysMax = (config: Config): number => Math.min(30, config.messageRetentionDays - 2);

/** The two ways to say who asks: the company's token, and a user's session. */
const createWaysIn = ({ storage, log, publicUrl }: PartsOptions, directory: CompanyDirectory) => {
  const { pool } = storage.database;
  const tokenUse = createTokenUse(pool, log);
  const refused = createRefusedCredentials(pool, log);
  return {
    tokenUse,
    authenticator: createAuthenticator(directory, storage.secrets, Date.now, tokenUse.note, refused.note),
    sessions: createSessionEntrance({ findSignedIn: createFindSignedIn(pool, log), directory, publicUrl }),
  };
};

const createEntrance = (
  { config, log, storage }: PartsOptions,
  authenticator: Authenticator,
  sessions: SessionEntrance,
  metrics: Metrics,
  bounds: Bounds,
  recorder: RequestRecorder,
): EntranceOptions => ({
  authenticator,
  sessions,
  audit: createChangeAudit(storage.database.pool, log),
  inboxes: createInboxes(config, metrics, bounds),
  bounds,
  limiter: createRateLimiter(minuteSeconds),
  recorder,
  tickets: createReplayTickets(),
  metrics,
  log,
  logRequests: config.logRequests,
  requestsPerMinute: config.requestsPerMinute,
  refusalsPerMinute: config.refusalsPerMinute,
  bodyBytesMax: config.bodyBytesMax,
  strangerSeconds: config.strangerSeconds,
});

interface DispatchParts extends ProcessParts {
  readonly senders: SenderDirectory;
  readonly http: OutgoingHttp;
  readonly webhooks: WebhookEngine;
  readonly bounds: Bounds;
  readonly live: LiveNews;
  readonly contacts: ContactParts;
  readonly media: MediaParts;
  readonly templates: TemplateParts;
  readonly statuses: StatusRecorder;
}

const createDispatcher = (
  { config, log, storage, publicUrl }: PartsOptions,
  parts: DispatchParts,
): Dispatcher => {
  const { lease, peers, sweepJournals, senders, http, webhooks, bounds, live } = parts;
  const { contacts, media, templates, statuses } = parts;
  const { pool, writers } = storage.database;
  return new Dispatcher({
    pool,
    writers,
    channels: storage.channels,
    peers,
    senders,
    http,
    log,
    lease: config.roles.includes('dispatch') ? lease : null,
    sweepJournals,
    connectionsMax: config.providerConnections,
    flushers: config.databaseWriters,
    waiting: {
      waitingMax: config.sendWaitingMax,
      onCrowded: (companyId) => bounds.reached('send_waiting', { company: toPublicId('company', companyId) }),
    },
    listener: webhooks,
    publicUrl,
    live,
    files: media.outgoing,
    onRecipient: (known) => contacts.people.learned([toPerson(known)]),
    findLastIncoming: lastIncomingIn(pool),
    useFallback: fallbackIn(pool, templates.directory),
    onSent: statuses.noteSent,
    onIdentified: (messages) =>
      void statuses
        .recordParked(messages)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'parked statuses could not be recorded; they are matched later'),
        ),
  });
};

/** The recorders that write providers' reports into the database. */
const createRecorders = (
  { config, log, storage }: PartsOptions,
  lease: ProcessLease,
  webhooks: WebhookEngine,
  files: FetchWorker,
  people: PeopleListener,
): Pick<Parts, 'statuses' | 'incoming'> => {
  const { writers } = storage.database;
  return {
    statuses: createStatusRecorder({
      writers,
      processes: () => lease.processes,
      listener: webhooks,
      onOtherName: ({ companyId, address, name }) => {
        const isNumber = name.startsWith('+');
        const recipient = { number: isNumber ? name.slice(1) : null, userId: isNumber ? null : name };
        people.learned([toPerson({ companyId, address, recipient: { ...recipient, parentUserId: null } })]);
      },
      onRefused: (error, { senderId }) =>
        log.error({ err: error, sender: senderId }, 'a status could not be stored'),
    }),
    incoming: createIncomingRecorder({
      writers,
      listener: webhooks,
      expectFiles: (expected) => expectFiles(writers, expected, config.mediaRetentionDays),
      onFiles: () => files.wake(),
      onRefused: (error, { senderId }) =>
        log.error({ err: error, sender: senderId }, 'an incoming message could not be stored'),
    }),
  };
};

const createStore = (
  { config, storage }: PartsOptions,
  lease: ProcessLease,
  metrics: Metrics,
  live: LiveNews,
): MessageStore =>
  createMessageStore({
    writers: storage.database.writers,
    flushers: config.databaseWriters,
    idempotencyHours: config.idempotencyHours,
    processes: () => lease.processes,
    onFlush: (rows) => metrics.observeBatch(rows),
    live,
  });

/** The options for accepting messages. */
const createAccepting = (
  { config, storage, publicUrl }: PartsOptions,
  messageStore: MessageStore,
  senders: SenderDirectory,
  { peers, dispatcher, media, templates }: Pick<Parts, 'peers' | 'dispatcher' | 'media' | 'templates'>,
): AcceptOptions => {
  const { pool } = storage.database;
  const ordering: OrderOptions = {
    store: messageStore,
    dispatcher,
    waitSeconds: config.sendWaitSeconds,
    errorsPage: () => `${publicUrl()}/docs/errors`,
  };
  return {
    ...ordering,
    keysInProgress: createKeysInProgress(),
    senders,
    passing: createPassing({ ...ordering, peers, senders }),
    scheduleDaysMax: scheduleDaysMax(config),
    maxAgeHours: config.messageMaxAgeHours,
    findContactValues: (companyId, numbers) => findPlaceholderValues(pool, companyId, numbers),
    findTargets: findTargetsIn(pool),
    findTraits: (companyId, addresses) => findTraits(pool, companyId, addresses),
    recordRouted: recordRoutedIn(pool),
    templates: { ...templates.directory, renew: templates.renew },
    suggestTemplates: suggestFrom(templates.directory),
    resolveFiles: (content, user) => media.resolver.resolve(content, user),
  };
};

const createWebhooks = (
  { config, log, storage }: PartsOptions,
  lease: ProcessLease,
  http: OutgoingHttp,
  live: LiveNews,
  media: MediaParts,
): WebhookEngine =>
  createWebhookEngine({
    ...storage.database,
    channels: storage.channels,
    secrets: storage.secrets,
    http,
    lease,
    processes: () => lease.processes,
    log,
    socketsMax: config.webhookConnections,
    live,
    media: media.source,
  });

const createCampaigns = (
  parts: Omit<Parts, 'campaigns'>,
  { config, storage, log }: PartsOptions,
): CampaignEngine =>
  createCampaignEngine({
    pool: storage.database.pool,
    writers: storage.database.writers,
    companies: parts.directory,
    senders: parts.senders,
    templates: parts.templates.directory,
    lease: parts.lease,
    maxAgeHours: config.messageMaxAgeHours,
    pokeLanes: (lanes) => parts.dispatcher.poke(lanes),
    onEmitted: (companyIds) => parts.webhooks.notice(companyIds),
    log,
  });

export const buildParts = async (options: PartsOptions): Promise<Parts> => {
  const { config, log, storage } = options;
  const { pool, writers } = storage.database;
  const metrics = createMetrics();
  const bounds = createBounds({ log, count: metrics.countBound });
  const directory = createCompanyDirectory(loadCompany(pool));
  const { tokenUse, authenticator, sessions } = createWaysIn(options, directory);
  const { simulator, senders } = await createSimulatorAndSenders({ ...options, authenticator, sessions });
  const { guard, http, webhookHttp } = createWaysOut(config, bounds);
  const live = createLiveNews(storage, log);
  const recorder = createRequestRecorder({ writers, log, live, onDropped: metrics.countUnrecorded });
  const processes = createProcessParts(options);
  const { lease, peers } = processes;
  const messageStore = createStore(options, lease, metrics, live);
  const media = createMediaParts({ ...options, http: webhookHttp, bounds });
  const webhooks = createWebhooks(options, lease, webhookHttp, live, media);
  const onEmitted = (companyIds: readonly string[]): void => webhooks.notice(companyIds);
  const templates = createTemplateParts({ pool, senders, http, log, onEmitted });
  const contacts = createContactParts({ database: storage.database, log, onEmitted });
  const files = createIncomingFiles(media, { senders, providerHttp: http, log, onEmitted });
  const recorders = createRecorders(options, lease, webhooks, files, contacts.people);
  const dispatcher = createDispatcher(options, {
    ...processes,
    senders,
    http,
    webhooks,
    bounds,
    live,
    contacts,
    media,
    templates,
    statuses: recorders.statuses,
  });
  const health = createHealthOptions({ storage, log, http, senders });
  const parts: Omit<Parts, 'campaigns'> = {
    metrics,
    live,
    directory,
    tokenUse,
    senders,
    simulator,
    http,
    recorder,
    messageStore,
    ...recorders,
    files,
    contacts,
    templates,
    lease,
    peers,
    guard,
    webhookHttp,
    webhooks,
    dispatcher,
    entrance: createEntrance(options, authenticator, sessions, metrics, bounds, recorder),
    callbackInbox: createCallbackInbox(config.callbackRequestsMax),
    callbacks: createCallbackReceiver({
      ...recorders,
      pool,
      writers,
      directory: senders,
      people: contacts.people,
      templateListener: templates.listener,
      secrets: storage.secrets,
      answerMilliseconds: config.callbackAnswerMilliseconds,
      slowDown: (lane, milliseconds) => dispatcher.slowDown(lane, milliseconds),
      onNotice: (sender, topic, raw) => receiveHealthNotice(health, sender, topic, raw),
      log,
    }),
    eventLoop: watchEventLoop(),
    health,
    accept: createAccepting(options, messageStore, senders, { peers, dispatcher, media, templates }),
    media,
  };
  return { ...parts, campaigns: createCampaigns(parts, options) };
};
