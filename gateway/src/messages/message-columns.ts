// A new row of messages, out or in, and its columns: the one list behind every INSERT of messages. A new column is one line
// here; a statement names only the columns in which it never has anything to say.

import type { Entry } from '../dispatch/entry.ts';
import { columnTable } from '../platform/database/column-table.ts';

/** Fields of a waiting message, with the same names; an incoming one never waits and leaves some of them out. */
type Waiting = Pick<Entry, 'companyId' | 'id' | 'phoneNumber' | 'personKey' | 'body' | 'type'> &
  Partial<Pick<Entry, 'content' | 'contextId' | 'priority' | 'onUnknown' | 'expiresAt' | 'attempt'>>;

export interface NewMessage extends Waiting {
  readonly status: 'queued' | 'sending' | 'received' | 'sent';
  readonly provider: string;
  readonly senderId: string;
  readonly requestId?: string | null;
  readonly reference?: string | null;
  /** Why it goes also to a person who has opted out. Null: it does not. */
  readonly transactionalReason?: string | null;
  readonly scheduleAt?: Date | null;
  /** The lane it waits in; null when it does not wait. */
  readonly laneId?: string | null;
  /** The process that is sending it. */
  readonly ownerEpoch?: string | null;
  readonly campaignId?: string | null;
  readonly campaignPosition?: number | null;
  readonly providerMessageId?: string | null;
  /** Its request, as JSON, when that is written together with its outcome. */
  readonly pendingRequest?: string | null;
  /** Incoming only: the name the person gave themselves. */
  readonly contactName?: string | null;
  /** Incoming only: the provider's own id of the person, and the username they chose. */
  readonly contactUserId?: string | null;
  readonly contactUsername?: string | null;
  /** Incoming only: what the provider sent, as JSON. */
  readonly raw?: string | null;
  /** Outgoing only, and no column: it may be stored only while the person's window is open. */
  readonly checksWindow?: boolean;
}

export const messageColumns = columnTable<NewMessage>({
  company_id: ['uuid', (row) => row.companyId],
  id: ['uuid', (row) => row.id],
  request_id: ['uuid', (row) => row.requestId],
  phone_number: ['text', (row) => row.phoneNumber],
  // Null where the number itself is the key, which is so for almost all: the row stays as short as it was.
  person_key: ['text', (row) => (row.personKey === row.phoneNumber ? null : row.personKey)],
  body: ['text', (row) => row.body],
  type: ['text', (row) => row.type],
  content: ['jsonb', (row) => row.content && JSON.stringify(row.content)],
  context_id: ['text', (row) => row.contextId],
  provider: ['text', (row) => row.provider],
  sender_id: ['uuid', (row) => row.senderId],
  reference: ['text', (row) => row.reference],
  on_unknown: ['text', (row) => row.onUnknown ?? 'hold'],
  priority: ['smallint', (row) => row.priority ?? 0],
  schedule_at: ['timestamptz', (row) => row.scheduleAt],
  expires_at: ['timestamptz', (row) => (row.expiresAt === undefined ? null : new Date(row.expiresAt))],
  status: ['text', (row) => row.status],
  attempt: ['smallint', (row) => row.attempt ?? 0],
  lane_id: ['uuid', (row) => row.laneId],
  owner_epoch: ['bigint', (row) => row.ownerEpoch],
  transactional_reason: ['text', (row) => row.transactionalReason],
  pending_request: ['text', (row) => row.pendingRequest],
  campaign_id: ['uuid', (row) => row.campaignId],
  campaign_position: ['integer', (row) => row.campaignPosition],
  provider_message_id: ['text', (row) => row.providerMessageId],
  contact_name: ['text', (row) => row.contactName],
  contact_user_id: ['text', (row) => row.contactUserId],
  contact_username: ['text', (row) => row.contactUsername],
  raw: ['text', (row) => row.raw],
});
