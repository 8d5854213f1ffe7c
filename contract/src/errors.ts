// The catalogue of every error the API can answer. A code, once published, never changes its meaning;
// docs/errors.md lists the same codes, and a test holds the two together.

export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  /** What happened, for a person who reads it for the first time. */
  readonly cause: string;
  /** What that person can do about it. */
  readonly action: string;
}

const entry = (status: number, title: string, cause: string, action: string): ErrorEntry => ({
  status,
  title,
  cause,
  action,
});

export const errorCatalogue = {
  invalid_json: entry(
    400,
    'The body is not valid JSON',
    'The request body could not be parsed as UTF-8 JSON, or it is empty.',
    'Send one JSON object, encoded as UTF-8. The detail says where parsing stopped.',
  ),
  invalid_http: entry(
    400,
    'This is not a valid HTTP request',
    'The request line or the headers are broken, too large, or came too slowly.',
    'Use an ordinary HTTP client, and keep the headers below 16 KB.',
  ),
  invalid_credentials: entry(
    401,
    'The company id or token is wrong',
    'The Authorization or X-Company-ID header is missing, or the two do not belong together.',
    'Send `Authorization: Bearer <token>` and `X-Company-ID: <company id>`. A lost token is replaced with `hudhud token set`.',
  ),
  callback_refused: entry(
    401,
    'The callback is not signed rightly',
    "The signature of the callback is missing, or was not made with the sender's secret. Nothing of it was stored.",
    "Compare the sender's app secret with the one at the provider. Nobody but the provider can call this address.",
  ),
  trial_expired: entry(
    402,
    'The free trial is over',
    "The company's trial has ended. Reading goes on; sending has stopped.",
    'Ask the operator of this gateway to make the company active.',
  ),
  company_suspended: entry(
    403,
    'The company is suspended',
    'The operator of this gateway has suspended the company.',
    'Ask the operator of this gateway why, and to lift it.',
  ),
  handshake_refused: entry(
    403,
    'The verify token is wrong',
    'The question whether this address is ours lacks its parts, or names another verify token.',
    "Enter the sender's verify token at the provider, exactly as it was saved here.",
  ),
  route_not_found: entry(
    404,
    'There is nothing at this address',
    'No route answers this method and path.',
    'Check the method and the path against the API reference.',
  ),
  callback_address_unknown: entry(
    404,
    'No sender has this callback address',
    'A callback address names a provider, a company and one of its senders there.',
    'Copy the callback address from the sender, and enter it at the provider.',
  ),
  message_not_found: entry(
    404,
    'No such message',
    'The company has no message with this id, or its retention has ended.',
    'Check the id; it is the `message_id` of the send answer.',
  ),
  request_not_found: entry(
    404,
    'No such request',
    'The company has no recorded request with this id, or its retention has ended.',
    'Check the id; it is the `X-Request-ID` of the answer, where it starts with `req_`.',
  ),
  sender_not_found: entry(
    404,
    'No such sender',
    'The company has no sender with this id.',
    'Check the id against the list of senders.',
  ),
  sender_exists: entry(
    409,
    'The number is connected already',
    'The company has another sender with the same number at the same provider. Two would send faster than the number may.',
    'Change the sender that is there; the detail names it.',
  ),
  too_many_senders: entry(
    409,
    'The company has too many senders',
    'A company can have only so many senders; the detail says how many.',
    'Delete senders that are no longer used.',
  ),
  sender_in_use: entry(
    409,
    'The sender still has messages to send',
    'Messages wait for this sender, or are just being sent by it.',
    'Wait until they are sent, or cancel them; then delete the sender.',
  ),
  call_not_found: entry(
    404,
    'No such call',
    'The company has no recorded call with this id, or its retention has ended.',
    'Check the id against the Webhook Logs; it starts with `call_`.',
  ),
  message_not_cancellable: entry(
    409,
    'The message can no longer be cancelled',
    'Only a message that still waits can be cancelled; this one has gone out, or its life is over.',
    'Read the message to see what became of it.',
  ),
  message_not_retryable: entry(
    409,
    'The message cannot be sent again',
    'Only a failed, expired or unconfirmed message can be sent again.',
    'Read the message to see what became of it; to send a new one, send a new request.',
  ),
  webhook_not_found: entry(
    404,
    'No such webhook',
    'The company has no webhook with this id, or it was deleted.',
    'Check the id against the list of webhooks; it starts with `wh_`.',
  ),
  delivery_not_found: entry(
    404,
    'No such delivery',
    'The company has no delivery with this id, or its retention has ended.',
    'Check the id against the list of deliveries; it starts with `dlv_`.',
  ),
  recovery_not_found: entry(
    404,
    'No such recovery',
    'The webhook has no recovery with this id.',
    'Check the id; it is in the answer that started the recovery and starts with `rcv_`.',
  ),
  too_many_webhooks: entry(
    409,
    'The company has too many webhooks',
    'A company can have only so many webhooks; the detail says how many.',
    'Delete webhooks that are no longer used.',
  ),
  recovery_running: entry(
    409,
    'A recovery of this webhook is still running',
    'A webhook has one recovery at a time, so that nothing is sent again twice.',
    'Wait until it is done; the detail names it.',
  ),
  idempotency_in_progress: entry(
    409,
    'A request with this Idempotency-Key is still running',
    'Another request with the same key has been admitted and not answered yet.',
    'Wait as long as `Retry-After` says and send the same request again: it gets the first answer.',
  ),
  request_not_failed: entry(
    409,
    'The request did not fail',
    'Only a request that was answered with an error can be run again.',
    'To send a message once more, send a new request.',
  ),
  request_not_retryable: entry(
    409,
    'The request cannot be run again',
    'It changes nothing when repeated, or its body was too large to be kept whole.',
    'Send it again from your own system.',
  ),
  body_too_large: entry(
    413,
    'The body is too large',
    'The request body is larger than this gateway accepts (1 MiB by default).',
    'Send less in one request.',
  ),
  unsupported_content_type: entry(
    415,
    'The body is not JSON',
    'The Content-Type header is missing or names something else than JSON.',
    'Send `Content-Type: application/json`.',
  ),
  missing_field: entry(
    422,
    'A required field is missing',
    'The body lacks a field that this request needs.',
    'Add the field that the pointer names.',
  ),
  unknown_field: entry(
    422,
    'A field is unknown',
    'The body or query has a field that this request does not know. It was not ignored, because a typo must not be swallowed.',
    'Remove or rename the field; the detail names the nearest known one.',
  ),
  wrong_type: entry(
    422,
    'A field has the wrong JSON type',
    'A value is, for example, a number where a string is expected. Values in bodies are never converted.',
    'Send the type that the detail names.',
  ),
  invalid_value: entry(
    422,
    'A field has a value that is not allowed',
    'A value is outside the range or the list of allowed values.',
    'Send a value that the detail allows.',
  ),
  invalid_id: entry(
    422,
    'This is not an id of the right kind',
    'Ids carry their kind: `msg_` is a message, `req_` a request, `co_` a company.',
    'Send the id as the API gave it to you.',
  ),
  invalid_cursor: entry(
    422,
    'The cursor is not one of ours',
    'The cursor was changed on its way, or belongs to another list.',
    'Send `next_cursor` of the page before, unchanged, or leave it out to start again.',
  ),
  invalid_phone_number: entry(
    422,
    'The phone number cannot be reached',
    'It is not in international format with a leading plus sign, or no such number can exist.',
    'Send it as `+`, country code and number, for example `+966501234567`.',
  ),
  text_empty: entry(
    422,
    'The message text is empty',
    'A text message needs at least one character that is not white space.',
    'Send some text in the message field.',
  ),
  text_too_long: entry(
    422,
    'The message text is too long',
    'WhatsApp carries at most 4,096 characters in one text message.',
    'Shorten the text, or send it in parts.',
  ),
  invalid_characters: entry(
    422,
    'A text holds characters that cannot be carried',
    'A value contains a NUL character or half of a surrogate pair.',
    'Remove the character; it usually comes from cutting a text in the middle of an emoji.',
  ),
  placeholder_unresolved: entry(
    422,
    'A placeholder in the text has no value',
    'The text holds a name in double braces that no value was given for. Raw braces never reach a person.',
    'Send the value in `variables`, or write a fallback into the braces, behind the name and a bar.',
  ),
  invalid_schedule: entry(
    422,
    'The message cannot be sent at that time',
    'The time in `schedule_at` has passed, or lies too far ahead.',
    'Send a time in the future, at most as far ahead as the detail says, or leave the field out.',
  ),
  batch_empty: entry(
    422,
    'The batch holds no message',
    'The list of messages is empty.',
    'Send at least one message.',
  ),
  batch_too_large: entry(
    422,
    'The batch holds too many messages',
    'One request carries at most 1,000 messages.',
    'Split the list into several requests.',
  ),
  unknown_message_type: entry(
    422,
    'The message type is unknown',
    'The `type` field names a type that this gateway does not send.',
    'Send one of the types that the detail lists.',
  ),
  unknown_provider: entry(
    422,
    'The provider is unknown',
    'The `provider` field names a provider that this gateway does not have.',
    'Send one of the providers that the detail lists, or leave the field out.',
  ),
  unknown_channel: entry(
    422,
    'The channel is unknown',
    'The `channel` field names a channel that this gateway does not have.',
    'Send `whatsapp`, or leave the field out.',
  ),
  sender_missing: entry(
    422,
    'There is no sender',
    'The company has no sender that could carry the message.',
    'Connect a sender: in the dashboard, with `POST /api/v1/senders`, or with `hudhud sender add`.',
  ),
  unknown_sender: entry(
    422,
    'The sender is unknown',
    'The `from` field names neither the id nor the phone number of a sender of the company.',
    'Send the id or the phone number of one of the senders, or leave the field out.',
  ),
  unknown_store: entry(
    422,
    'The store is unknown',
    'The `store_id` field names a store that the company does not have.',
    'Send the id of one of the stores, or leave the field out.',
  ),
  invalid_webhook_url: entry(
    422,
    'The webhook URL cannot be used',
    'It is not a whole http or https URL of at most 2,000 characters, or it carries a user name, a password or a fragment.',
    'Send the full URL, for example `https://erp.example.com/hooks/hudhud`. Receivers check our signature, so no password is needed.',
  ),
  invalid_webhook_header: entry(
    422,
    'A header of the webhook cannot be used',
    'Its name or value cannot be sent, or the gateway sets this header itself.',
    'Remove or correct the header that the pointer names.',
  ),
  webhook_url_blocked: entry(
    422,
    'The webhook URL leads into a private network',
    'Its host is, or resolves to, an address that is not public: private, loopback, link-local or reserved.',
    'Use a public address. The operator of this gateway can allow a network with WEBHOOK_ALLOWED_NETWORKS.',
  ),
  invalid_idempotency_key: entry(
    422,
    'The Idempotency-Key cannot be used',
    'A key has 1 to 255 visible ASCII characters, bare or in double quotes.',
    'Send a UUID, or another text that is unique for this message.',
  ),
  idempotency_key_reused: entry(
    422,
    'The Idempotency-Key was used for another message',
    'A request with the same key and a different content was accepted in the last 48 hours.',
    'Use a new key for every new message, and the same key only to repeat the same one.',
  ),
  provider_rejected: entry(
    422,
    'The provider refused the message',
    'The message is stored, and the provider will not take it as it is. `provider_error` says why.',
    'Do what `provider_error.action` says.',
  ),
  rate_limited: entry(
    429,
    'Too many requests',
    'More requests came than the limit in the RateLimit-Policy header allows.',
    'Wait as long as `Retry-After` says, then go on.',
  ),
  internal_error: entry(
    500,
    'Something went wrong on our side',
    'The gateway met a fault that it did not expect. The request id leads the operator to it.',
    'Try again with the same Idempotency-Key; if it stays, give the operator the request id.',
  ),
  overloaded: entry(
    503,
    'The gateway is full at this moment',
    'More requests are being stored than the gateway admits at once. Nothing of this one was stored.',
    'Wait as long as `Retry-After` says and send it again.',
  ),
  store_unavailable: entry(
    503,
    'The message store cannot be reached',
    'The database did not answer. The message may or may not have been stored.',
    'Send it again with the same Idempotency-Key: it is then stored once, whatever happened before.',
  ),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];
