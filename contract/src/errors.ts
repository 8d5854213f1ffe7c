// The catalogue of every error the API can answer. A code, once published, never changes its meaning;
// docs/errors.md lists the same codes, and a test holds the two together.

import { type ErrorEntry, entry } from './error-entry.ts';
import { campaignErrors } from './errors-of-campaigns.ts';
import { contactErrors } from './errors-of-contacts.ts';
import { contentErrors } from './errors-of-content.ts';
import { httpErrors } from './errors-of-http.ts';
import { mediaErrors } from './errors-of-media.ts';
import { templateErrors } from './errors-of-templates.ts';
import { tokenErrors } from './errors-of-tokens.ts';
import { userErrors } from './errors-of-users.ts';
import { webhookErrors } from './errors-of-webhooks.ts';

export const errorCatalogue = {
  ...httpErrors,
  ...tokenErrors,
  callback_refused: entry(
    401,
    'The callback is not signed rightly',
    "The signature of the callback is missing, or was not made with the sender's secret. Nothing of it was stored.",
    "Compare the sender's app secret with the one at the provider. Only the provider can call this address.",
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
  invalid_phone_number: entry(
    422,
    'The phone number cannot be reached',
    'It is not in international format with a leading plus sign, or no such number can exist.',
    'Send it as `+`, country code and number, for example `+966501234567`.',
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
  ...contentErrors,
  ...templateErrors,
  ...mediaErrors,
  ...webhookErrors,
  ...campaignErrors,
  ...contactErrors,
  ...userErrors,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];
