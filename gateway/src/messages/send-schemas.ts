// The headers of a send request, and every answer to it.

import { SendAnswer } from '@hudhud/contract/messages.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import Type from 'typebox';
import { problemResponses } from '../platform/http/schemas.ts';
import { templateSendCodes } from '../templates/send-codes.ts';

export const sendHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ description: 'The same key and body give the first answer again, for 48 hours.' }),
  ),
  prefer: Type.Optional(
    Type.String({ description: '`respond-async`: answer 202 as soon as the message is stored.' }),
  ),
});

/** Refusals of a send request before its messages are read. */
export const sendRequestCodes = [
  'invalid_json',
  'trial_expired',
  'idempotency_in_progress',
  'body_too_large',
  'unsupported_content_type',
  'missing_field',
  'unknown_field',
  'wrong_type',
] as const;

export const sendResponses = {
  200: { description: 'The provider has taken the message.', ...refTo(SendAnswer) },
  202: { description: 'The message is stored and goes on by itself.', ...refTo(SendAnswer) },
  ...problemResponses(
    ...sendRequestCodes,
    'invalid_phone_number',
    'text_empty',
    'text_too_long',
    'invalid_characters',
    'wrong_count',
    'repeated_value',
    'unknown_message_type',
    'media_not_found',
    'media_too_big',
    'media_type_not_allowed',
    'media_fetch_failed',
    'media_quota_reached',
    'media_store_unavailable',
    'content_not_carried',
    'target_not_found',
    'target_not_usable',
    ...templateSendCodes,
    'invalid_id',
    'unknown_provider',
    'unknown_channel',
    'invalid_idempotency_key',
    'idempotency_key_reused',
    'placeholder_unresolved',
    'recipient_opted_out',
    'window_closed',
    'invalid_schedule',
    'sender_missing',
    'unknown_sender',
    'invalid_value',
    'provider_rejected',
  ),
};
