// What can be wrong with the content of a message, beyond its fields.

import { type ErrorEntry, entry } from './error-entry.ts';

export const contentErrors = {
  text_too_long: entry(
    422,
    'A text is too long',
    'A text of the message has more characters than WhatsApp carries there: 4,096 in a text message, fewer in titles, headers and captions.',
    'Shorten the text that `pointer` leads to; the detail names the limit.',
  ),
  wrong_count: entry(
    422,
    'Too many or too few entries',
    'A list of the message (buttons, sections, rows, products, contacts) has more or fewer entries than WhatsApp shows.',
    'Change the list that `pointer` leads to; the detail names the limit.',
  ),
  repeated_value: entry(
    422,
    'A value stands twice',
    'Titles of buttons and ids of buttons and rows tell a choice from the others, so no two of a message may be alike.',
    'Change the value that `pointer` leads to.',
  ),
  content_not_carried: entry(
    422,
    'The provider does not carry this type',
    "The sender's provider cannot carry a message of this type.",
    'Send one of the types that the detail lists, or send it from another sender.',
  ),
  media_not_available: entry(
    422,
    'Files cannot be sent yet',
    'The type, or the header, needs a file, and this version does not send files.',
    'Send one of the types that the detail lists, or a header with a text.',
  ),
  target_not_found: entry(
    422,
    'No such message to answer',
    'The company has no message with the id in `reply_to` or `reaction.message_id`, or its retention has ended.',
    'Check the id; it is the `message_id` of a send answer or of an event.',
  ),
  target_not_usable: entry(
    422,
    'The message cannot be answered',
    'The message in `reply_to` or `reaction.message_id` has no id at the provider yet, went through another provider, is older than 30 days or is itself a reaction.',
    'Wait until the message is sent, or leave the field out; the detail says why.',
  ),
} as const satisfies Record<string, ErrorEntry>;
