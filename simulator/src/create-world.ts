// The state of the simulated world: accounts, people, media, windows, faults, conversations, limits and the ledger. The
// behaviour is put together in `create-simulator.ts`.
import { createMedia, type MediaStore } from './account/media.ts';
import { createNumbers, type Numbers } from './account/numbers.ts';
import { createPeople, type People } from './account/people.ts';
import { createServiceWindows, type ServiceWindows } from './account/service-windows.ts';
import { type Conversations, createConversations } from './chat/conversations.ts';
import { createFaults, type Faults } from './fault/faults.ts';
import { createLedger, type Ledger } from './ledger/ledger.ts';
import { openLedgerFile } from './ledger/ledger-file.ts';
import { createLimiter, type Limiter } from './message/limits.ts';
import { createMessageIds, type MessageIds } from './message/message-id.ts';
import { createSettings, type Settings, type SettingsStore } from './settings.ts';
import { type Clock, systemClock } from './time/clock.ts';
import { createSchedule, type Schedule } from './time/schedule.ts';

export interface WorldOptions {
  settings?: Partial<Settings>;
  clock?: Clock;
  random?: () => number;
  /** Every message is also appended to this file before it is answered. */
  ledgerFile?: string;
  ledgerEntriesMax?: number;
  chatMessagesMax?: number;
  mediaBytesMax?: number;
}

export interface World {
  clock: Clock;
  random: () => number;
  schedule: Schedule;
  settings: SettingsStore;
  numbers: Numbers;
  people: People;
  windows: ServiceWindows;
  media: MediaStore;
  faults: Faults;
  conversations: Conversations;
  ledger: Ledger;
  throughput: Limiter;
  pairs: Limiter;
  ids: MessageIds;
}

export function createWorld(options: WorldOptions): World {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const file = options.ledgerFile === undefined ? null : openLedgerFile(options.ledgerFile);
  return {
    clock,
    random,
    schedule: createSchedule(clock),
    settings: createSettings(options.settings),
    numbers: createNumbers(),
    people: createPeople(),
    windows: createServiceWindows(clock),
    media: createMedia(clock, options.mediaBytesMax ?? 256 * 1024 * 1024),
    faults: createFaults(random),
    conversations: createConversations(options.chatMessagesMax ?? 50_000),
    ledger: createLedger(clock, options.ledgerEntriesMax ?? 100_000, file),
    throughput: createLimiter(),
    pairs: createLimiter(),
    ids: createMessageIds(),
  };
}

/** Forgets everything but the numbers and their own settings. */
export function resetWorld(world: World): void {
  const { schedule, faults, ledger, conversations, windows, media, throughput, pairs } = world;
  for (const store of [schedule, faults, ledger, conversations, windows, media, throughput, pairs]) {
    store.clear();
  }
  world.people.reset();
  world.settings.reset();
}
