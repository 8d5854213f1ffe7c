// Rows of lanes as the tests of their SQL want them: messages in any state, and processes that live or are dead.

import type { TestDatabase } from '../../../tests/support/database.ts';
import { newUuid } from '../../platform/ids.ts';
import type { LaneKey } from '../lane-key.ts';
import type { Settlement } from '../settlement.ts';

export interface MessageChoices {
  readonly id?: string;
  readonly status?: string;
  readonly attempt?: number;
  readonly priority?: number;
  readonly phoneNumber?: string;
  readonly onUnknown?: string;
  readonly ownerEpoch?: string | null;
  readonly providerMessageId?: string;
  /** Left out: it waits in its lane exactly when it is queued. */
  readonly isWaiting?: boolean;
  /** SQL interval from now. */
  readonly dueIn?: string;
}

export const newLane = (): LaneKey => ({ companyId: newUuid(), senderId: newUuid() });

/** Answers its id. */
export const insertMessage = async (
  database: TestDatabase,
  { companyId, senderId }: LaneKey,
  choices: MessageChoices = {},
): Promise<string> => {
  const { id = newUuid(), status = 'queued' } = choices;
  const { isWaiting = status === 'queued' } = choices;
  await database.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, sender_id, lane_id,
       attempt, priority, on_unknown, owner_epoch, due_at, provider_message_id)
     values ($1, $2, 'out', $3, 'text', $4, 'Hello', 'meta_cloud', $5, $6, $7, $8, $9, $10, now() + $11::interval, $12)`,
    [
      companyId,
      id,
      status,
      choices.phoneNumber ?? '+966501234567',
      senderId,
      isWaiting ? senderId : null,
      choices.attempt ?? 0,
      choices.priority ?? 0,
      choices.onUnknown ?? 'hold',
      choices.ownerEpoch ?? null,
      choices.dueIn ?? null,
      choices.providerMessageId ?? null,
    ],
  );
  return id;
};

export interface StoredMessage {
  status: string;
  attempt: number;
  owner_epoch: string | null;
  is_waiting: boolean;
  is_due_later: boolean;
  provider_message_id: string | null;
  failure: string | null;
}

export const readMessage = async (
  database: TestDatabase,
  { companyId }: Pick<LaneKey, 'companyId'>,
  id: string,
): Promise<StoredMessage> => {
  const [row] = await database.query<StoredMessage>(
    `select status, attempt, owner_epoch, lane_id is not null as is_waiting, due_at is not null as is_due_later,
       provider_message_id, failure
     from messages where company_id = $1 and id = $2`,
    [companyId, id],
  );
  if (!row) throw new Error(`there is no message ${id}`);
  return row;
};

/** The epoch of a process that lives for so long; a negative time is a dead one. */
export const insertEpoch = async (database: TestDatabase, seconds = 60): Promise<string> => {
  const [row] = await database.query<{ epoch: string }>(
    `insert into processes (name, lease_until) values ('test', now() + make_interval(secs => $1)) returning epoch`,
    [seconds],
  );
  return row?.epoch ?? '';
};

export const endEpoch = async (database: TestDatabase, epoch: string): Promise<void> => {
  await database.query('update processes set lease_until = now() where epoch = $1', [epoch]);
};

export const ownLane = async (database: TestDatabase, lane: LaneKey, epoch: string): Promise<void> => {
  await database.query(
    `insert into lanes (sender_id, company_id, owner_epoch) values ($1, $2, $3)
     on conflict (sender_id) do update set owner_epoch = excluded.owner_epoch`,
    [lane.senderId, lane.companyId, epoch],
  );
};

/** `sent` by the given process in its first attempt, with choices laid over it. */
export const makeSettlement = (
  lane: LaneKey,
  id: string,
  ownerEpoch: string,
  choices: Partial<Settlement> = {},
): Settlement => ({
  ...lane,
  id,
  ownerEpoch,
  attempt: 1,
  status: 'sent',
  historyStatus: 'sent',
  dueAt: null,
  providerMessageId: `wamid.${id}`,
  failure: null,
  at: new Date(),
  call: null,
  answer: null,
  ...choices,
});
