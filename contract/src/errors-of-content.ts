// The part of the catalogue about what a message holds.

import { type ErrorEntry, entry } from './error-entry.ts';

export const contentErrors = {
  text_empty: entry(
    422,
    'The message text is empty',
    'A text message needs at least one character that is not white space.',
    'Send some text in the message field.',
  ),
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
  invalid_rates: entry(
    422,
    'The table of rates cannot be read',
    'A line of the table is not country, category, amount, currency, valid from. Nothing of it was imported.',
    'Put the named lines right and import the table again.',
  ),
  window_closed: entry(
    409,
    'The 24-hour window is closed',
    'WhatsApp carries free text only within 24 hours after the person last wrote to this number. Nothing was sent.',
    'Send a template, or wait until the person writes. `closes_at` says when the window closed.',
  ),
  content_not_carried: entry(
    422,
    'The provider does not carry this type',
    "The sender's provider cannot carry a message of this type.",
    'Send one of the types that the detail lists, or send it from another sender.',
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
  placeholder_unresolved: entry(
    422,
    'A placeholder in the text has no value',
    'The text holds a name in double braces that no value was given for. Raw braces never reach a person.',
    'Send the value in `variables`, or write a fallback into the braces, behind the name and a bar.',
  ),
  unknown_message_type: entry(
    422,
    'The message type is unknown',
    'The `type` field names a type that this gateway does not send.',
    'Send one of the types that the detail lists.',
  ),
} as const satisfies Record<string, ErrorEntry>;
