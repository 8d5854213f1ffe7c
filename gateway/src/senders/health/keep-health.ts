// Reads how senders are doing at their providers, keeps it, and reports changes to the company: as events, and as
// alerts where something needs a person.

import type { Failure } from '@hudhud/contract/failure.ts';
import type pg from 'pg';
import { inTransaction, type Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import type { HealthAlert } from '../../providers/health-part.ts';
import { findProvider } from '../../providers/registry.ts';
import type { Sender, SenderDirectory } from '../directory.ts';
import {
  addRestrictions,
  claimStaleSender,
  countPeopleReached,
  findSuspended,
  forgetHealthReading,
  insertHealthEvent,
  lockHealth,
  noteTokenAlert,
  type SenderKey,
  updateHealth,
  updateHealthFailure,
} from './queries.ts';
import { type StoredHealth, toStoredHealth } from './stored-health.ts';

// When people are alerted that a token ends: 14 days before, 3 days before, and when it is refused. Each alert is sent
// once per token, even if several processes read its end, or read it often.

const stages = [
  { word: '3', days: 3 },
  { word: '14', days: 14 },
] as const;

/** The alert that is due and was not sent yet; null when there is none. A later one stands for those before it. */
export const dueTokenAlert = (
  endsAt: Date | null,
  alerted: readonly string[],
  now: number,
): { readonly word: string; readonly all: readonly string[] } | null => {
  if (!endsAt) return null;
  const left = endsAt.getTime() - now;
  const due = stages.filter(({ days }) => left <= days * dayMilliseconds);
  const [first] = due;
  if (!first || alerted.includes(first.word) || alerted.includes('ended')) return null;
  return { word: first.word, all: [...new Set([...alerted, ...due.map(({ word }) => word)])] };
};

/** Raises an alert for people, in the transaction that writes its event. */
export type RaiseAlert = (
  client: pg.ClientBase,
  companyId: string,
  senderId: string | null,
  alert: HealthAlert,
) => Promise<void>;

export interface HealthOptions {
  readonly pool: pg.Pool;
  readonly http: OutgoingHttp;
  readonly directory: SenderDirectory;
  readonly raiseAlert: RaiseAlert;
  readonly log: Log;
}

const readEveryHours = 24;
const sendersPerRound = 50;

const keyOf = ({ companyId, id }: Sender): SenderKey => ({ companyId, senderId: id });

const writeAlert = (db: Queryable, key: SenderKey, alert: HealthAlert): Promise<void> => {
  const { kind, detail, action, endsAt } = alert;
  const data = { kind, detail, action, ends_at: endsAt?.toISOString() ?? null };
  return insertHealthEvent(db, { ...key, type: 'account_alert', data });
};

const tokenEnds = (sender: Sender, endsAt: Date): HealthAlert => ({
  kind: 'token_ends',
  detail: `The access token of ${sender.name} ends on ${endsAt.toISOString().slice(0, 10)}. Nothing goes out after that.`,
  action: 'Make a new token at the provider and enter it for the sender.',
  endsAt,
});

/** Emits the events and alerts of a change of health. */
const emitChanges = async (
  client: pg.ClientBase,
  key: SenderKey,
  before: StoredHealth | null,
  now: StoredHealth,
): Promise<void> => {
  // The first reading is no change.
  if (!before) return;
  if (before.quality !== now.quality) {
    const data = { quality: now.quality, previous: before.quality };
    await insertHealthEvent(client, { ...key, type: 'sender_quality', data });
  }
  if (before.peoplePerDay !== now.peoplePerDay || before.isUnlimited !== now.isUnlimited) {
    const data = {
      is_unlimited: now.isUnlimited,
      people_per_day: now.peoplePerDay,
      previous: before.peoplePerDay,
    };
    await insertHealthEvent(client, { ...key, type: 'sender_limit', data });
  }
};

/** The provider names the kind, a callback its end: one that has not ended is kept until it does. */
const keepEnds = (before: StoredHealth | null, now: StoredHealth): StoredHealth => {
  const running = (before?.restrictions ?? []).filter(
    ({ kind, endsAt }) =>
      endsAt !== null &&
      Date.parse(endsAt) > Date.now() &&
      !now.restrictions.some((known) => known.kind === kind),
  );
  return running.length === 0 ? now : { ...now, restrictions: [...now.restrictions, ...running] };
};

const store = (pool: pg.Pool, sender: Sender, read: StoredHealth): Promise<void> =>
  inTransaction(pool, async (client) => {
    const key = keyOf(sender);
    const known = await lockHealth(client, key);
    if (!known) return;
    const health = keepEnds(known.health, read);
    const endsAt = health.tokenEndsAt === null ? null : new Date(health.tokenEndsAt);
    const due = dueTokenAlert(endsAt, known.token_alerts, Date.now());
    await updateHealth(client, key, { health, token_alerts: [...(due?.all ?? known.token_alerts)] });
    await emitChanges(client, key, known.health, health);
    if (due && endsAt) await writeAlert(client, key, tokenEnds(sender, endsAt));
  });

/** Null: the provider reports nothing of health. */
export const readSenderHealth = async (
  options: HealthOptions,
  sender: Sender,
): Promise<{ readonly failure: Failure | null } | null> => {
  const { pool, http } = options;
  const { health } = sender.provider;
  if (!health) return null;
  const read = await health.read(http, sender.fields);
  if (read.kind === 'broken') {
    await updateHealthFailure(pool, keyOf(sender), JSON.stringify(read.failure));
    return { failure: read.failure };
  }
  const reached = await countPeopleReached(pool, keyOf(sender), Date.now() - dayMilliseconds);
  await store(pool, sender, toStoredHealth(read.health, reached));
  return { failure: null };
};

/** Something about a company that is no sender's: emitted as an event, and sent to its owners. */
export const alertCompany = async (
  options: HealthOptions,
  companyId: string,
  alert: HealthAlert,
): Promise<void> => {
  const { kind, detail, action, endsAt } = alert;
  const data = { kind, detail, action, ends_at: endsAt?.toISOString() ?? null };
  await inTransaction(options.pool, async (client) => {
    await insertHealthEvent(client, { companyId, senderId: null, type: 'account_alert', data });
    await options.raiseAlert(client, companyId, null, alert);
  });
};

/** One round: every sender is read once a day, and sooner when a callback says that something changed. */
export const readStaleHealth = async (options: HealthOptions): Promise<void> => {
  for (let count = 0; count < sendersPerRound; count += 1) {
    const key = await claimStaleSender(options.pool, readEveryHours);
    if (!key) return;
    const sender = (await options.directory.find(key.companyId)).find(({ id }) => id === key.senderId);
    if (sender) await readSenderHealth(options, sender);
  }
};

/** The first refusal of a token suspends its sender; that is an alert of its own, so only the event is written here. */
export const alertRefusedTokens = async (options: HealthOptions): Promise<void> => {
  for (const { name, provider, code, ...key } of await findSuspended(options.pool)) {
    if (!findProvider(provider)?.health?.tokenCodes?.includes(code)) continue;
    if (!(await noteTokenAlert(options.pool, key, 'ended'))) continue;
    const alert: HealthAlert = {
      kind: 'token_refused',
      detail: `The provider refuses the access token of ${name}. Its messages wait until there is a new one.`,
      action: 'Make a new token at the provider and enter it for the sender.',
      endsAt: null,
    };
    await writeAlert(options.pool, key, alert);
  }
};

/** A notice of a callback. What it says is kept at once; the rest is read in the next round. */
export const receiveHealthNotice = async (
  options: HealthOptions,
  sender: Sender,
  topic: string,
  raw: unknown,
): Promise<void> => {
  const news = sender.provider.health?.readNotice?.(topic, raw) ?? null;
  if (!news) return;
  const key = keyOf(sender);
  if (news.restrictions?.length) {
    const restrictions = news.restrictions.map(({ kind, endsAt }) => ({
      kind,
      endsAt: endsAt?.toISOString() ?? null,
    }));
    await addRestrictions(options.pool, key, restrictions);
  }
  await forgetHealthReading(options.pool, key);
  const { alert } = news;
  if (!alert) return;
  await inTransaction(options.pool, async (client) => {
    await writeAlert(client, key, alert);
    await options.raiseAlert(client, key.companyId, key.senderId, alert);
  });
};
