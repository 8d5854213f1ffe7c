// The parts of a gateway, made by hand and in order: each gets what it uses.

import { type CallbackInbox, createCallbackInbox } from '../callbacks/routes.ts';
import { type Authenticator, createAuthenticator } from '../companies/authenticate.ts';
import { type CompanyDirectory, createCompanyDirectory } from '../companies/directory.ts';
import { loadCompany } from '../companies/load-company.ts';
import { createTokenUse, type TokenUse } from '../companies/token-use.ts';
import type { Config } from '../config/config.ts';
import { findPlaceholderValues } from '../contacts/contact-values.ts';
import type { PeopleListener } from '../contacts/incoming/hear-people.ts';
import { Dispatcher } from '../dispatch/dispatcher.ts';
import { type Bounds, createBounds } from '../http/bounds.ts';
import { createChangeAudit } from '../http/change-audit.ts';
import type { EntranceOptions } from '../http/entrance.ts';
import { createInboxes } from '../http/inboxes.ts';
import { createReplayTickets } from '../http/replay.ts';
import { createSessionEntrance, type SessionEntrance } from '../http/session-entrance.ts';
import type { AcceptOptions } from '../messages/accept-message.ts';
import { findTargetsIn } from '../messages/content/message-target.ts';
import { createIncomingRecorder, type IncomingRecorder } from '../messages/incoming/incoming-recorder.ts';
import { unpark } from '../messages/statuses/parked-statuses.ts';
import { createStatusRecorder, type StatusRecorder } from '../messages/statuses/status-recorder.ts';
import { createKeysInProgress } from '../messages/storing/idempotency.ts';
import { createMessageStore, type MessageStore } from '../messages/storing/message-store.ts';
import { createRequestRecorder, type RequestRecorder } from '../monitoring/record-requests.ts';
import { type EventLoopDelay, watchEventLoop } from '../platform/event-loop-delay.ts';
import { toPublicId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { createOutgoingHttp, type OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import { type AddressGuard, createAddressGuard } from '../platform/outgoing-http/private-address-guard.ts';
import { createRateLimiter } from '../platform/rate-limit.ts';
import { ProcessLease } from '../processes/process-lease.ts';
import type { SenderDirectory } from '../senders/directory.ts';
import type { EmbeddedSimulator } from '../simulator/embedded-simulator.ts';
import { createFindSignedIn } from '../users/sessions/find-signed-in.ts';
import { createWebhookEngine, type WebhookEngine } from '../webhooks/engine.ts';
import { type ContactParts, createContactParts, toPerson } from './contact-parts.ts';
import { createLiveNews, type LiveNews } from './live-lists.ts';
import type { Store } from './open-store.ts';
import { createSimulatorAndSenders } from './simulator-and-senders.ts';

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
  readonly lease: ProcessLease;
  readonly guard: AddressGuard;
  readonly webhookHttp: OutgoingHttp;
  readonly webhooks: WebhookEngine;
  readonly dispatcher: Dispatcher;
  readonly entrance: EntranceOptions;
  readonly callbackInbox: CallbackInbox;
  readonly eventLoop: EventLoopDelay;
  readonly accept: AcceptOptions;
}

export interface PartsOptions {
  readonly config: Config;
  readonly log: Log;
  readonly store: Store;
  /** Where this very process listens. */
  readonly address: () => string;
  /** Where others reach the gateway. */
  readonly publicUrl: () => string;
}

const minuteSeconds = 60;
/** A message is dropped with its day; it must have been sent before. */
const scheduleDaysMax = (config: Config): number => Math.min(30, config.messageRetentionDays - 2);

/** The two ways to say who asks: the company's token, and a user's session. */
const createWaysIn = ({ store, log, publicUrl }: PartsOptions, directory: CompanyDirectory) => {
  const { pool } = store.database;
  const tokenUse = createTokenUse(pool, log);
  return {
    tokenUse,
    authenticator: createAuthenticator(directory, store.secrets, Date.now, tokenUse.note),
    sessions: createSessionEntrance({ findSignedIn: createFindSignedIn(pool, log), directory, publicUrl }),
  };
};

const createEntrance = (
  { config, log, store }: PartsOptions,
  authenticator: Authenticator,
  sessions: SessionEntrance,
  metrics: Metrics,
  bounds: Bounds,
  recorder: RequestRecorder,
): EntranceOptions => ({
  authenticator,
  sessions,
  audit: createChangeAudit(store.database.pool, log),
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

/** Networks that we may call although they are not public. The setting decides alone: the simulator has its own route. */
const allowedNetworks = (config: Config): readonly string[] =>
  config.webhookAllowedNetworks ?? (config.databaseUrl === null ? ['loopback'] : []);

const createDispatcher = (
  { config, log, store, publicUrl }: PartsOptions,
  lease: ProcessLease,
  senders: SenderDirectory,
  http: OutgoingHttp,
  webhooks: WebhookEngine,
  bounds: Bounds,
  live: LiveNews,
  people: PeopleListener,
): Dispatcher => {
  const { pool, writers } = store.database;
  return new Dispatcher({
    pool,
    writers,
    connection: store.connection,
    senders,
    http,
    log,
    lease: config.roles.includes('dispatch') ? lease : null,
    connectionsMax: config.providerConnections,
    flushers: config.databaseWriters,
    waiting: {
      waitingMax: config.sendWaitingMax,
      onCrowded: (companyId) => bounds.reached('send_waiting', { company: toPublicId('company', companyId) }),
    },
    listener: webhooks,
    publicUrl,
    live,
    onRecipient: (known) => people.learned([toPerson(known)]),
    onIdentified: (messages) =>
      void unpark(writers, messages)
        .then((events) => webhooks.tell(events))
        .catch((error: unknown) =>
          log.warn({ err: error }, 'parked statuses could not be recorded; they are matched later'),
        ),
  });
};

/** What providers tell, on its way into the database. */
const createRecorders = (
  { log, store }: PartsOptions,
  webhooks: WebhookEngine,
): Pick<Parts, 'statuses' | 'incoming'> => {
  const { writers } = store.database;
  return {
    statuses: createStatusRecorder({
      writers,
      listener: webhooks,
      onRefused: (error, { senderId }) =>
        log.error({ err: error, sender: senderId }, 'a status could not be stored'),
    }),
    incoming: createIncomingRecorder({
      writers,
      listener: webhooks,
      onRefused: (error, { senderId }) =>
        log.error({ err: error, sender: senderId }, 'an incoming message could not be stored'),
    }),
  };
};

const watchInboxes = ({ metrics, entrance, callbackInbox }: Parts): void => {
  const { known, arrivals, strangers } = entrance.inboxes;
  const { addressed } = callbackInbox;
  metrics.watch('hudhud_inbox_requests', 'Requests being served.', () => known.requests + arrivals.requests);
  metrics.watch('hudhud_inbox_bytes', 'Bytes of request bodies held.', () => known.bytes);
  metrics.watch('hudhud_inbox_largest_share', 'Requests of the largest company.', () => known.largestShare);
  metrics.watch('hudhud_stranger_requests', 'Requests without credentials.', () => strangers.requests);
  metrics.watch('hudhud_stranger_largest_share', 'Of one address.', () => strangers.largestShare);
  metrics.watch('hudhud_callback_requests', 'Callbacks being served.', () => addressed.requests);
  metrics.watch('hudhud_callback_bytes', 'Bytes of callbacks held.', () => addressed.bytes);
  metrics.watch('hudhud_callback_largest_share', 'Callbacks of one company.', () => addressed.largestShare);
};

const watch = (parts: Parts, { database }: Store): void => {
  const { metrics, messageStore, recorder, statuses, dispatcher } = parts;
  const { pool } = database;
  watchInboxes(parts);
  metrics.watch(
    'hudhud_event_loop_delay_seconds',
    'The longest since the last reading.',
    parts.eventLoop.read,
  );
  metrics.watch('hudhud_store_waiting', 'Messages waiting for a group commit.', () => messageStore.waiting);
  metrics.watch('hudhud_recorder_waiting', 'Requests waiting to be recorded.', () => recorder.waiting);
  metrics.watch('hudhud_statuses_waiting', 'Statuses waiting for a group commit.', () => statuses.waiting);
  metrics.watch('hudhud_pool_connections', 'Open database connections.', () => pool.totalCount);
  metrics.watch('hudhud_pool_waiting', 'Work waiting for a connection.', () => pool.waitingCount);
  const figure = (name: keyof Dispatcher['figures']) => () => dispatcher.figures[name];
  metrics.watch('hudhud_lanes', 'Senders this process sends for.', figure('lanes'));
  metrics.watch('hudhud_lane_messages', 'Messages in the memory of lanes.', figure('held'));
  metrics.watch('hudhud_provider_calls', 'Calls to providers under way.', figure('inFlight'));
  metrics.watch('hudhud_waiting_requests', 'Requests that wait for the provider.', figure('waiters'));
  metrics.watch('hudhud_outcomes_waiting', 'Outcomes waiting for a group commit.', figure('unwritten'));
};

/** What it takes to accept messages. */
const createAccepting = (
  { config, store, publicUrl }: PartsOptions,
  messageStore: MessageStore,
  senders: SenderDirectory,
  dispatcher: Dispatcher,
): AcceptOptions => {
  const { pool } = store.database;
  return {
    store: messageStore,
    keysInProgress: createKeysInProgress(),
    senders,
    dispatcher,
    waitSeconds: config.sendWaitSeconds,
    errorsPage: () => `${publicUrl()}/docs/errors`,
    scheduleDaysMax: scheduleDaysMax(config),
    maxAgeHours: config.messageMaxAgeHours,
    findContactValues: (companyId, numbers) => findPlaceholderValues(pool, companyId, numbers),
    findTargets: findTargetsIn(pool),
  };
};

/** Customers choose the addresses of providers and webhooks: none may lead into the operator's own network. */
const createWaysOut = (config: Config, bounds: Bounds): Pick<Parts, 'guard' | 'http' | 'webhookHttp'> => {
  const guard = createAddressGuard({
    allowedNetworks: allowedNetworks(config),
    onBlocked: (host) => bounds.reached('private_address', { host }),
  });
  const proxy = config.outgoingProxy ?? undefined;
  return {
    guard,
    http: createOutgoingHttp({ connections: config.providerConnections, guard, proxy }),
    webhookHttp: createOutgoingHttp({ connections: config.webhookConnections, guard, proxy }),
  };
};

export const buildParts = (options: PartsOptions): Parts => {
  const { config, log, store } = options;
  const { pool, writers } = store.database;
  const metrics = createMetrics();
  const bounds = createBounds({ log, count: metrics.countBound });
  const directory = createCompanyDirectory(loadCompany(pool));
  const { tokenUse, authenticator, sessions } = createWaysIn(options, directory);
  const { simulator, senders } = createSimulatorAndSenders({ ...options, authenticator, sessions });
  const { guard, http, webhookHttp } = createWaysOut(config, bounds);
  const live = createLiveNews(store, log);
  const recorder = createRequestRecorder({ writers, log, live, onDropped: metrics.countUnrecorded });
  const messageStore = createMessageStore({
    writers,
    flushers: config.databaseWriters,
    idempotencyHours: config.idempotencyHours,
    onFlush: (rows) => metrics.observeBatch(rows),
    live,
  });
  const lease = new ProcessLease({
    pool,
    connection: store.connection,
    seconds: config.leaseSeconds,
    // The embedded database lets only one gateway in.
    isAlone: config.databaseUrl === null,
    log,
  });
  const webhooks = createWebhookEngine({
    pool,
    writers,
    connection: store.connection,
    secrets: store.secrets,
    http: webhookHttp,
    lease,
    log,
    socketsMax: config.webhookConnections,
    live,
  });
  const contacts = createContactParts({
    database: store.database,
    log,
    onTold: (companyIds) => webhooks.notice(companyIds),
  });
  const dispatcher = createDispatcher(options, lease, senders, http, webhooks, bounds, live, contacts.people);
  const parts: Parts = {
    metrics,
    live,
    directory,
    tokenUse,
    senders,
    simulator,
    http,
    recorder,
    messageStore,
    ...createRecorders(options, webhooks),
    contacts,
    lease,
    guard,
    webhookHttp,
    webhooks,
    dispatcher,
    entrance: createEntrance(options, authenticator, sessions, metrics, bounds, recorder),
    callbackInbox: createCallbackInbox(config.callbackRequestsMax),
    eventLoop: watchEventLoop(),
    accept: createAccepting(options, messageStore, senders, dispatcher),
  };
  watch(parts, store);
  return parts;
};
