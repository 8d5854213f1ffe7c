// Infobip's status and error codes: what each means for a message, in plain words, and what to do. Statuses (REJECTED,
// EXPIRED, ...) and errors are numbered apart: `s12` is status 12, `7010` is error 7010.

import { checkNumber, fixMessage, optOut, type Rule, rule } from '../cloud-api/playbook.ts';
import { byItself } from '../own-failure.ts';

const askInfobip = 'Fix it at Infobip, or ask your account manager there.';

/** Infobip's codes for a second message under an id that it has already: the first was accepted. */
export const repetitionCodes: ReadonlySet<string> = new Set(['s23', '5492', '7280']);

const taken = rule(
  'reject',
  'Infobip has a message under this id already: an earlier attempt was accepted.',
  'Nothing: the message counts as sent.',
);

export const infobipPlaybook: Readonly<Record<string, Rule>> = {
  s6: rule('suspend', 'Infobip serves no network for this message.', askInfobip),
  s8: rule('reject', 'The number cannot be reached with this prefix.', checkNumber),
  s10: optOut('The person is on the do-not-disturb list.'),
  s11: rule('suspend', 'The sender is not one of this account.', 'Correct the sender.'),
  s12: rule('suspend', 'The account at Infobip has no credit left.', 'Top up the account at Infobip.'),
  s13: rule('suspend', 'Infobip has put the sender on its block list.', askInfobip),
  s14: optOut('The number is on the block list of the account.', 'Take it off the list at Infobip first.'),
  s17: rule('suspend', 'The prepaid package at Infobip has expired.', 'Renew the package at Infobip.'),
  s18: rule(
    'reject',
    'The number is not registered for the trial account.',
    'Register it at Infobip, or end the trial.',
  ),
  s19: rule('suspend', 'The account has no route to this destination.', askInfobip),
  s20: rule(
    'wait_for_recipient',
    'The flooding filter stopped it: too many messages to this one number.',
    byItself,
    3600,
  ),
  s21: rule('retry', 'Infobip reported a fault of its own.', byItself, 60),
  s23: taken,
  s29: rule(
    'reject',
    'Infobip does not know whether it was delivered, and will not learn it.',
    'Ask the person before you send it again.',
  ),
  s51: rule('reject', 'The destination is missing.', fixMessage),
  s52: rule('reject', 'The destination is not a number that can be used.', checkNumber),
  5492: taken,
  7002: rule('reject', 'The number is not on WhatsApp.', checkNumber),
  7003: optOut('The person has blocked this number.'),
  7004: rule('suspend', 'The account has no access to this service.', askInfobip),
  7005: rule('suspend', 'There is a problem with the account at WhatsApp.', askInfobip),
  7008: rule('reject', "The values do not fit the template's placeholders.", fixMessage),
  7009: rule(
    'reject',
    'The template does not exist in this language, or is not approved.',
    'Check its name and language.',
  ),
  7010: rule(
    'reject',
    'More than 24 hours have passed since the person last wrote, so free text is not allowed.',
    'Send an approved template instead.',
  ),
  7011: rule('suspend', 'There is a problem with the billing of the account.', askInfobip),
  7012: rule('retry', 'The service behind the number was not ready.', byItself),
  7013: rule('retry', 'The service behind the number was not ready.', byItself),
  7014: rule('retry', 'The file could not be fetched for a moment.', byItself),
  7015: rule('reject', 'The file cannot be sent: its type or size is not allowed.', 'Send another file.'),
  7016: rule('slow_down', 'The limit that comes from the quality of the number is reached.', byItself, 3600),
  7017: rule('slow_down', 'Too many requests for this number.', byItself, 60),
  7019: rule('suspend', 'The account lacks a functionality that the message needs.', askInfobip),
  7021: rule('suspend', 'The sender is not registered rightly.', askInfobip),
  7022: rule('reject', 'This type of message is not supported.', fixMessage),
  7025: rule('reject', "The person's WhatsApp is too old for this message.", 'Send a plain text.'),
  7026: rule('slow_down', 'No more messages of this type are allowed for now.', byItself, 3600),
  7027: rule('reject', 'The content of the message is not allowed.', fixMessage),
  7030: optOut('The person has blocked this template.'),
  7031: rule('reject', 'The flow cannot be used.', 'Correct the flow.'),
  7032: rule(
    'reject',
    'WhatsApp held it back: the person gets many marketing messages these days.',
    'Wait at least 24 hours before the next marketing message to this person.',
  ),
  7033: optOut(
    'The person has stopped marketing messages from you.',
    'Send no more marketing to this person.',
  ),
  7034: rule('suspend', 'The sender is not configured rightly.', askInfobip),
  7036: rule('retry', 'The template has not reached all servers yet.', byItself, 600),
  7037: rule('retry', 'WhatsApp had a fault for a moment.', byItself),
  7050: rule('retry', 'WhatsApp had a fault for a moment.', byItself),
  7051: rule('retry', 'WhatsApp did not answer Infobip in time.', byItself),
  7081: rule('suspend', 'The sender is not configured rightly.', askInfobip),
  7083: rule('suspend', 'The sender is not configured rightly.', askInfobip),
  7201: rule('reject', "The person's device cannot receive this message.", checkNumber),
  7280: taken,
};
