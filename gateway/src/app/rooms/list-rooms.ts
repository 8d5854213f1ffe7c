// The rooms of a gateway, in the order in which their routes are registered and their work starts. They stop in the
// reverse order: what hands work on stops before what takes it.

import { emitOtherStatuses } from '../../callbacks/emit-other-statuses.ts';
import { registerCallbackRoutes } from '../../callbacks/routes.ts';
import { registerAuditRoutes } from '../../companies/audit/routes.ts';
import { companyOf } from '../../companies/company-of.ts';
import { registerCompanyRoutes } from '../../companies/routes.ts';
import { registerStoreRoutes } from '../../companies/stores/routes.ts';
import { sweepTokens } from '../../companies/tokens/manage-tokens.ts';
import { registerTokenRoutes } from '../../companies/tokens/routes.ts';
import { registerCostRoutes } from '../../costs/routes.ts';
import type { Dispatcher } from '../../dispatch/dispatcher.ts';
import { registerEventRoutes } from '../../events/routes.ts';
import { createReplay } from '../../http/replay.ts';
import { sweepCallbackParts } from '../../messages/incoming/incoming-recorder.ts';
import { registerMessageRoutes } from '../../messages/routes.ts';
import { sweepParkedStatuses } from '../../messages/statuses/parked-statuses.ts';
import { sweepKeys } from '../../messages/storing/idempotency.ts';
import { registerTimelineRoutes } from '../../messages/timeline/routes.ts';
import { registerCallRoutes } from '../../monitoring/calls/routes.ts';
import { createRequestFinder } from '../../monitoring/record-requests.ts';
import { registerMonitoringRoutes } from '../../monitoring/routes.ts';
import { AppError } from '../../platform/errors.ts';
import type { IncomingRequest } from '../../platform/http/incoming-request.ts';
import { toPublicId } from '../../platform/ids.ts';
import { startLoop } from '../../platform/loop.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import { describeIncoming } from '../../providers/describe-incoming.ts';
import { chooseSender } from '../../senders/choose-sender.ts';
import { readSenderHealth } from '../../senders/health/keep-health.ts';
import { registerSenderRoutes } from '../../senders/routes.ts';
import { registerRoutingRoutes } from '../../senders/routing/routes.ts';
import { sweepUsers } from '../../users/accounts/delete-user.ts';
import { signedInOf } from '../../users/signed-in.ts';
import { registerDeliveryRoutes } from '../../webhooks/deliveries/routes.ts';
import { registerWebhookRoutes } from '../../webhooks/registered/routes.ts';
import { emitClosingWindows, forgetOldWindows } from '../../windows/keep-windows.ts';
import { registerWindowRoutes } from '../../windows/routes.ts';
import { startHealthLoops } from '../health-parts.ts';
import { alertRoom } from './alerts.ts';
import { campaignRoom } from './campaigns.ts';
import { registerCompanyDeletion, startCompanySweep } from './company-deletion.ts';
import { contactRoom } from './contacts.ts';
import { liveRoom } from './live.ts';
import { mediaRoom } from './media.ts';
import { type Room, type RoomOptions, runLoops } from './room.ts';
import { templateRoom } from './templates.ts';
import { registerUserRoutes } from './user-routes.ts';

const upkeepMilliseconds = 600_000;
const matchMilliseconds = 60_000;
const closingMilliseconds = 30_000;

const companyIdOf = (incoming: IncomingRequest): string => companyOf(incoming).id;

/** Connections to providers and webhooks, and the simulator that stands for a provider: closed last. */
const outgoingRoom = ({ parts: { http, webhookHttp, simulator } }: RoomOptions): Room => ({
  name: 'outgoing requests',
  registerOutside: (server) => simulator?.register(server),
  async stop() {
    await Promise.all([http.close(), webhookHttp.close(), simulator?.close()]);
  },
});

/** The lease of this process, on which everything stands that only one process may do. */
const processRoom = ({ parts: { lease, peers, eventLoop }, config, storage }: RoomOptions): Room => {
  const { pool } = storage.database;
  return {
    name: 'processes',
    gauges: [
      ['hudhud_event_loop_delay_seconds', 'The longest since the last reading.', eventLoop.read],
      ['hudhud_pool_connections', 'Open database connections.', () => pool.totalCount],
      ['hudhud_pool_waiting', 'Work waiting for a connection.', () => pool.waitingCount],
    ],
    async start() {
      // The embedded database lets only one gateway in.
      if (config.databaseUrl !== null) await peers.start();
      if (config.roles.some((role) => role !== 'api')) await lease.start();
    },
    async stop(deadline) {
      eventLoop.stop();
      await deadline.within(lease.end());
      await peers.stop();
    },
  };
};

const companyRoom = (options: RoomOptions): Room => {
  const { parts, storage, log } = options;
  const { pool } = storage.database;
  return {
    name: 'companies',
    register(api) {
      registerCompanyRoutes(api, {
        requestsPerMinute: parts.entrance.requestsPerMinute,
        bodyBytesMax: parts.entrance.bodyBytesMax,
        pool,
        secrets: storage.secrets,
        directory: parts.directory,
        tokenUse: parts.tokenUse,
        onChanged: (companyId) => parts.senders.forget(companyId),
      });
      registerTokenRoutes(api, { ...parts, pool, secrets: storage.secrets });
      registerStoreRoutes(api, { pool });
      registerAuditRoutes(api, { pool });
      registerCompanyDeletion(api, options);
    },
    ...runLoops(() => [
      startCompanySweep(storage.database, log),
      startLoop('tokens that ended long ago', dayMilliseconds, log, async () => {
        await sweepTokens(pool);
      }),
    ]),
  };
};

const userRoom = (options: RoomOptions): Room => {
  const { config, storage, log } = options;
  return {
    name: 'users',
    register: (api) => registerUserRoutes(api, options),
    ...runLoops(() => [
      startLoop('users without a company', upkeepMilliseconds, log, async () => {
        for (const id of await sweepUsers(storage.database.pool, config.usersWithoutCompanyDays)) {
          log.warn({ user: toPublicId('user', id) }, 'a user who belonged to no company was removed');
        }
      }),
    ]),
  };
};

const messageRoom = ({ parts, config, storage, log }: RoomOptions): Room => {
  const { pool } = storage.database;
  const { messageStore } = parts;
  const loops = runLoops(() => [
    startLoop('idempotency keys', upkeepMilliseconds, log, async () => {
      const swept = await sweepKeys(pool, config.idempotencyHours);
      if (swept > 0) log.debug({ swept }, 'old idempotency keys forgotten');
    }),
  ]);
  return {
    name: 'messages',
    register(api) {
      registerMessageRoutes(api, { ...parts.accept, pool, http: parts.http });
      registerTimelineRoutes(api, { pool, companyIdOf });
    },
    gauges: [
      ['hudhud_store_waiting', 'Messages waiting for a group commit.', () => messageStore.waiting],
      [
        'hudhud_sends_passed_on',
        'Sends that another process took, since the start.',
        () => parts.accept.passing?.count ?? 0,
      ],
    ],
    start: loops.start,
    async stop(deadline) {
      await deadline.within(messageStore.drain());
      await loops.stop(deadline);
    },
  };
};

const senderRoom = ({ parts, config, storage, publicUrl }: RoomOptions): Room => {
  const { pool } = storage.database;
  const { senders, simulator, health } = parts;
  return {
    name: 'senders',
    register(api) {
      registerSenderRoutes(api, {
        pool,
        secrets: storage.secrets,
        directory: senders,
        http: parts.http,
        publicUrl,
        newSimulatedNumber: simulator?.newNumber ?? null,
        readHealth: (sender) => readSenderHealth(health, sender),
        companyIdOf,
      });
      registerRoutingRoutes(api, { pool, directory: senders, companyIdOf });
    },
    ...runLoops(() => (config.roles.includes('dispatch') ? startHealthLoops(health) : [])),
  };
};

const monitoringRoom = ({ parts, storage }: RoomOptions): Room => {
  const { pool } = storage.database;
  const { recorder, entrance, directory } = parts;
  return {
    name: 'monitoring',
    register(api) {
      registerMonitoringRoutes(api, {
        pool,
        findRequest: createRequestFinder(pool, recorder),
        replay: createReplay(api, entrance.tickets, directory),
        companyIdOf,
      });
      registerCallRoutes(api, { pool, companyIdOf });
    },
    gauges: [['hudhud_recorder_waiting', 'Requests waiting to be recorded.', () => recorder.waiting]],
    stop: (deadline) => deadline.within(recorder.drain()),
  };
};

const webhookRoom = ({ parts, config, storage }: RoomOptions): Room => {
  const { pool } = storage.database;
  const { webhooks, guard, webhookHttp, media } = parts;
  return {
    name: 'events and webhooks',
    register(api) {
      registerEventRoutes(api, { pool, describeIncoming, companyIdOf, media: media.source });
      registerWebhookRoutes(api, {
        pool,
        secrets: storage.secrets,
        guard,
        http: webhookHttp,
        notices: webhooks,
        companyIdOf,
      });
      registerDeliveryRoutes(api, {
        pool,
        notices: webhooks,
        companyIdOf,
        describeIncoming,
        media: media.source,
      });
    },
    async start() {
      if (config.roles.includes('webhooks')) await webhooks.start();
    },
    stop: (deadline) => deadline.within(webhooks.stop()),
  };
};

const costRoom = ({ storage }: RoomOptions): Room => ({
  name: 'costs',
  register: (api) =>
    registerCostRoutes(api, {
      pool: storage.database.pool,
      companyOf,
      requireOperator(incoming) {
        if (!signedInOf(incoming).isOperator) throw new AppError('operator_required');
      },
    }),
});

const windowRoom = ({ parts, storage, log }: RoomOptions): Room => {
  const { pool } = storage.database;
  return {
    name: 'windows',
    register: (api) =>
      registerWindowRoutes(api, {
        pool,
        companyIdOf,
        findSender: async (companyId, from) =>
          chooseSender(await parts.senders.find(companyId), from === undefined ? {} : { from }),
      }),
    ...runLoops(() => [
      startLoop('closing windows', closingMilliseconds, log, async () => {
        await emitClosingWindows(pool);
      }),
      startLoop('old windows', dayMilliseconds, log, async () => {
        const forgotten = await forgetOldWindows(pool);
        if (forgotten > 0) log.debug({ forgotten }, 'windows that closed long ago forgotten');
      }),
    ]),
  };
};

const dispatchRoom = ({ parts: { dispatcher } }: RoomOptions): Room => {
  const figure = (name: keyof Dispatcher['figures']) => () => dispatcher.figures[name];
  return {
    name: 'dispatch',
    gauges: [
      ['hudhud_lanes', 'Senders this process sends for.', figure('lanes')],
      ['hudhud_lane_messages', 'Messages in the memory of lanes.', figure('held')],
      ['hudhud_provider_calls', 'Calls to providers under way.', figure('inFlight')],
      ['hudhud_waiting_requests', 'Requests that wait for the provider.', figure('waiters')],
      ['hudhud_outcomes_waiting', 'Outcomes waiting for a group commit.', figure('unwritten')],
    ],
    start: () => dispatcher.start(),
    beginStop: () => dispatcher.beginStop(),
    // Keeps a moment for the last outcomes, even when no time is left.
    stop: (deadline) => dispatcher.stop(deadline.millisecondsLeft),
  };
};

/** The callbacks of providers: received, kept, and matched with the messages they are about. */
const callbackRoom = ({ parts, config, storage, log, publicUrl }: RoomOptions): Room => {
  const { pool, writers } = storage.database;
  const { callbacks, callbackInbox, statuses, incoming, entrance } = parts;
  const { addressed } = callbackInbox;
  const loops = runLoops(() => [
    startLoop('parked statuses', matchMilliseconds, log, async () => {
      await statuses.matchParked();
    }),
    ...(config.otherStatuses === 'tell'
      ? [
          startLoop('statuses of other systems', matchMilliseconds, log, async () => {
            await emitOtherStatuses(writers);
          }),
        ]
      : []),
    startLoop('old parked statuses', upkeepMilliseconds, log, async () => {
      const swept = await sweepParkedStatuses(pool);
      if (swept > 0) log.debug({ swept }, 'parked statuses without a message forgotten');
    }),
    startLoop('old callback parts', upkeepMilliseconds, log, async () => {
      const swept = await sweepCallbackParts(pool);
      if (swept > 0) log.debug({ swept }, 'digests of old callback parts forgotten');
    }),
  ]);
  return {
    name: 'callbacks',
    registerOutside: (server) =>
      registerCallbackRoutes(server, {
        pool,
        directory: parts.senders,
        receiver: callbacks,
        recorder: parts.recorder,
        log,
        inbox: callbackInbox,
        bodySeconds: config.strangerSeconds,
        onBound: entrance.bounds.reached,
        publicUrl,
      }),
    gauges: [
      ['hudhud_callback_requests', 'Callbacks being served.', () => addressed.requests],
      ['hudhud_callback_bytes', 'Bytes of callbacks held.', () => addressed.bytes],
      ['hudhud_callback_largest_share', 'Callbacks of one company.', () => addressed.largestShare],
      ['hudhud_callbacks_answered', 'Answered, and still being stored.', () => callbacks.answered],
      ['hudhud_statuses_waiting', 'Statuses waiting for a group commit.', () => statuses.waiting],
    ],
    async start() {
      if (config.roles.includes('api')) callbacks.start();
      await loops.start();
    },
    async stop(deadline) {
      await deadline.within(callbacks.stop());
      await deadline.within(Promise.all([statuses.drain(), incoming.drain()]));
      await loops.stop(deadline);
    },
  };
};

/** The requests that wait in the inboxes, and their bytes. */
const entranceRoom = ({ parts: { entrance } }: RoomOptions): Room => {
  const { known, arrivals, strangers } = entrance.inboxes;
  return {
    name: 'entrance',
    gauges: [
      ['hudhud_inbox_requests', 'Requests being served.', () => known.requests + arrivals.requests],
      ['hudhud_inbox_bytes', 'Bytes of request bodies held.', () => known.bytes],
      ['hudhud_inbox_largest_share', 'Requests of the largest company.', () => known.largestShare],
      ['hudhud_stranger_requests', 'Requests without credentials.', () => strangers.requests],
      ['hudhud_stranger_largest_share', 'Of one address.', () => strangers.largestShare],
    ],
  };
};

export const listRooms = (options: RoomOptions): readonly Room[] => [
  outgoingRoom(options),
  processRoom(options),
  entranceRoom(options),
  companyRoom(options),
  userRoom(options),
  messageRoom(options),
  senderRoom(options),
  monitoringRoom(options),
  liveRoom(options),
  webhookRoom(options),
  costRoom(options),
  windowRoom(options),
  contactRoom(options),
  templateRoom(options),
  mediaRoom(options),
  dispatchRoom(options),
  campaignRoom(options),
  alertRoom(options),
  callbackRoom(options),
];
