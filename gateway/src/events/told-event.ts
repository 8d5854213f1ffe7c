// An event with all that it takes to tell it. Whoever has just committed one hands it over like this, so that nobody has to
// read it back. The message may be gone: its retention is its own.

import type { MessageContent } from '@hudhud/contract/content.ts';

export interface ToldEvent {
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
  readonly message_type: string | null;
  readonly phone_number: string | null;
  /** Null: the number is the key. */
  readonly person_key: string | null;
  readonly body: string | null;
  /** Null: a plain text, or told from what the provider sent. */
  readonly content: MessageContent | null;
  readonly provider: string | null;
  readonly provider_message_id: string | null;
  readonly reference: string | null;
  readonly contact_name: string | null;
  readonly contact_user_id: string | null;
  readonly contact_username: string | null;
  /** JSON. */
  readonly raw: string | null;
}

/** What a status is told with, as its row and its message have it. */
export type StatusFacts = Pick<
  ToldEvent,
  'company_id' | 'id' | 'at' | 'message_id' | 'attempt' | 'status' | 'sender_id' | 'phone_number'
> &
  Pick<ToldEvent, 'person_key' | 'provider_message_id' | 'reference'> & {
    /** JSON. */
    readonly failure: string | null;
  };

export const toldStatus = ({ failure, ...facts }: StatusFacts): ToldEvent => ({
  ...facts,
  type: 'message_status',
  data: failure && `{"failure":${failure}}`,
  message_type: null,
  body: null,
  content: null,
  provider: null,
  contact_name: null,
  contact_user_id: null,
  contact_username: null,
  raw: null,
});
