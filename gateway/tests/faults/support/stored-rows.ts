// Reads the final rows of the database for the ledger check.

import type pg from 'pg';

export interface StoredMessage {
  id: string;
  body: string;
  request_id: string | null;
  /** The status of the request row that the message names; null when there is none. */
  request_status: number | null;
  request_message_id: string | null;
  caller_request_id: string | null;
  idempotency_key: string | null;
}

export interface StoredKey {
  key: string;
  message_id: string;
}

export interface StoredRows {
  readonly messages: StoredMessage[];
  readonly keys: StoredKey[];
  /** Accepted requests whose message is not there. */
  readonly requestsWithoutMessage: string[];
  readonly requests: number;
}

export const readStoredRows = async (client: pg.Client): Promise<StoredRows> => {
  const messages = await client.query<StoredMessage>(`
    select messages.id, messages.body, messages.request_id, requests.status as request_status,
      requests.message_id as request_message_id, requests.caller_request_id, requests.idempotency_key
    from messages
    left join requests on requests.company_id = messages.company_id and requests.id = messages.request_id`);
  const keys = await client.query<StoredKey>('select key, message_id from idempotency_keys');
  const alone = await client.query<{ id: string }>(`
    select requests.id
    from requests
    left join messages on messages.company_id = requests.company_id and messages.id = requests.message_id
    where requests.path like '%/messages/send' and requests.status < 300 and messages.id is null`);
  const count = await client.query<{ requests: number }>('select count(*)::int as requests from requests');
  return {
    messages: messages.rows,
    keys: keys.rows,
    requestsWithoutMessage: alone.rows.map((row) => row.id),
    requests: count.rows[0]?.requests ?? 0,
  };
};

/** The statuses recorded for these requests, by the X-Request-ID that the caller gave them. */
export const readRecordedStatuses = async (
  client: pg.Client,
  requestIds: readonly string[],
): Promise<Map<string, number>> => {
  const { rows } = await client.query<{ caller_request_id: string; status: number }>(
    'select caller_request_id, status from requests where caller_request_id = any ($1)',
    [requestIds],
  );
  return new Map(rows.map((row) => [row.caller_request_id, row.status]));
};
