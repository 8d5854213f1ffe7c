// An event with everything needed to publish it. The code that has just committed one hands it over in this form, so
// that it need not be read back. The message may be gone: its retention is its own.

import type { MessageContent } from '@hudhud/contract/content.ts';

/** Event fields about its message. */
export interface MessageFacts {
  readonly message_type: string | null;
  readonly phone_number: string | null;
  /** Null: the number is the key. */
  readonly person_key: string | null;
  readonly body: string | null;
  /** Null: a plain text, or taken from what the provider sent. */
  readonly content: MessageContent | null;
  readonly provider: string | null;
  readonly provider_message_id: string | null;
  readonly reference: string | null;
  readonly contact_name: string | null;
  readonly contact_user_id: string | null;
  readonly contact_username: string | null;
  /** The message of ours that an incoming one answers, reacts to, changes or deletes. */
  readonly refers_to_id: string | null;
  /** JSON. */
  readonly raw: string | null;
}

/** It is not about a message, or the message is gone. */
export const noMessage: MessageFacts = {
  message_type: null,
  phone_number: null,
  person_key: null,
  contact_user_id: null,
  contact_username: null,
  body: null,
  content: null,
  provider: null,
  provider_message_id: null,
  reference: null,
  contact_name: null,
  refers_to_id: null,
  raw: null,
};

export interface EmittedEvent extends MessageFacts {
  readonly company_id: string;
  readonly id: string;
  readonly type: string;
  readonly at: Date;
  readonly message_id: string | null;
  readonly attempt: number | null;
  readonly status: string | null;
  readonly sender_id: string | null;
  /** JSON. */
  readonly data: string | null;
}

/** The fields of a status event, from its row and its message. */
export type StatusFacts = Pick<
  EmittedEvent,
  'company_id' | 'id' | 'at' | 'message_id' | 'attempt' | 'status' | 'sender_id' | 'phone_number'
> &
  Pick<EmittedEvent, 'person_key' | 'provider_message_id' | 'reference'> & {
    /** JSON. */
    readonly failure: string | null;
    /** JSON of an object: what else the provider says. */
    readonly details?: string | null;
  };

/** The same text as the SQL of `statusData` writes. */
const statusDataText = (failure: string | null, details: string | null): string | null =>
  details === null
    ? failure && `{"failure":${failure}}`
    : `{"failure":${failure ?? 'null'},${details.slice(1)}`;

export const toStatusEvent = ({ failure, details = null, ...facts }: StatusFacts): EmittedEvent => ({
  ...facts,
  type: 'message_status',
  data: statusDataText(failure, details),
  message_type: null,
  body: null,
  content: null,
  provider: null,
  contact_name: null,
  contact_user_id: null,
  contact_username: null,
  refers_to_id: null,
  raw: null,
});
