// Messages that are on their way, put into the table as dispatch would have left them, and what has become of them.

import { newUuid, toPublicId } from '../../src/platform/ids.ts';
import type { TestDatabase } from './database.ts';

export interface OutgoingMessage {
  /** UUID. */
  readonly id: string;
  readonly companyId: string;
  readonly attempt: number;
  /** The text that the provider echoes with every status. */
  readonly echo: string;
}

export interface OutgoingChoices {
  readonly status?: string;
  readonly attempt?: number;
  readonly providerMessageId?: string | null;
  /** A sender in whose lane it waits for another attempt. */
  readonly waitsIn?: string;
}

/** As settling leaves it: the status `sent` names the provider's id. */
export const insertSent = async (
  database: TestDatabase,
  companyId: string,
  ids: readonly string[],
  attempt: number,
  providerMessageId: string,
): Promise<void> => {
  await database.query(
    `insert into message_statuses (company_id, message_id, attempt, status, at, provider_message_id)
     select $1, id, $3, 'sent', now(), $4 from unnest($2::uuid[]) as id`,
    [companyId, ids, attempt, providerMessageId],
  );
};

export const insertOutgoing = async (
  database: TestDatabase,
  companyId: string,
  count: number,
  { status = 'sending', attempt = 1, providerMessageId = null, waitsIn }: OutgoingChoices = {},
): Promise<OutgoingMessage[]> => {
  const ids = Array.from({ length: count }, () => newUuid());
  await database.query(
    `insert into messages (company_id, id, direction, status, type, phone_number, body, provider, attempt,
       owner_epoch, provider_message_id, lane_id, due_at)
     select $1, id, 'out', $3, 'text', '+966501234567', 'Hello', 'meta_cloud', $4, 1, $5, $6,
       case when $6::uuid is not null then now() end
     from unnest($2::uuid[]) as id`,
    [companyId, ids, status, attempt, providerMessageId, waitsIn ?? null],
  );
  if (providerMessageId !== null) await insertSent(database, companyId, ids, attempt, providerMessageId);
  return ids.map((id) => ({ id, companyId, attempt, echo: `${toPublicId('message', id)}:${attempt}` }));
};

export const insertOneOutgoing = async (
  database: TestDatabase,
  companyId: string,
  choices?: OutgoingChoices,
): Promise<OutgoingMessage> => {
  const [message] = await insertOutgoing(database, companyId, 1, choices);
  if (!message) throw new Error('a message was inserted and is not there');
  return message;
};

export interface MessageStory {
  readonly status: string;
  readonly failure: string | null;
  readonly providerMessageId: string | null;
  readonly isWaiting: boolean;
  /** `<attempt> <status>` of every status row, and of every event, in the order of their names. */
  readonly statuses: readonly string[];
  readonly events: readonly string[];
}

/** All that the database knows of a message. */
export const storyOf = async (database: TestDatabase, message: OutgoingMessage): Promise<MessageStory> => {
  const key = [message.companyId, message.id];
  const [row] = await database.query<{
    status: string;
    failure: string | null;
    provider_message_id: string | null;
    is_waiting: boolean;
  }>(
    `select status, failure, provider_message_id, lane_id is not null or due_at is not null as is_waiting
     from messages where company_id = $1 and id = $2`,
    key,
  );
  const statuses = await database.query<{ line: string }>(
    `select attempt || ' ' || status as line from message_statuses
     where company_id = $1 and message_id = $2 order by 1`,
    key,
  );
  const events = await database.query<{ line: string }>(
    `select attempt || ' ' || status as line from events
     where company_id = $1 and message_id = $2 and type = 'message_status' order by 1`,
    key,
  );
  if (!row) throw new Error(`there is no message ${message.id}`);
  return {
    status: row.status,
    failure: row.failure,
    providerMessageId: row.provider_message_id,
    isWaiting: row.is_waiting,
    statuses: statuses.map(({ line }) => line),
    events: events.map(({ line }) => line),
  };
};

export const statusesOf = async (
  database: TestDatabase,
  messages: readonly OutgoingMessage[],
): Promise<string[]> => {
  const stories = await Promise.all(messages.map((message) => storyOf(database, message)));
  return stories.map(({ status }) => status);
};
