// Vonage's error codes for messages: what each means, in plain words, and what to do. The same codes come in answers and in
// statuses; words instead of numbers come in answers only.

import { checkNumber, fixMessage, optOut, type Rule, rule } from '../cloud-api/playbook.ts';
import { byItself } from '../own-failure.ts';

const credentials = 'Correct the application id, the private key and the number of the sender.';
const fixFile = 'Check type, size and address of the file.';

/** "Message already sent": not a failure of the message. */
export const alreadySentCode = '1320';

export const vonagePlaybook: Readonly<Record<string, Rule>> = {
  1000: rule('slow_down', 'Vonage asks to slow down.', byItself),
  1010: rule('reject', 'A parameter is missing.', fixMessage),
  1020: rule('reject', 'A parameter has a value that is not allowed.', fixMessage),
  1021: rule('reject', 'A tag of the message is wrong.', fixMessage),
  1022: rule(
    'reject',
    'The template or its values are wrong.',
    'Check the template, its language and values.',
  ),
  1030: rule('retry', 'Vonage reported a fault of its own.', byItself),
  1040: rule('reject', 'The message could not be read.', fixMessage),
  1050: rule('reject', 'The number is barred.', 'Reach the person in another way.'),
  1060: rule('suspend', 'Vonage has barred the account.', 'Ask the support of Vonage.'),
  1070: rule('suspend', 'The account at Vonage has no credit left.', 'Top up the account at Vonage.'),
  1100: rule('retry', 'Vonage could not reach WhatsApp.', byItself),
  1140: rule('suspend', 'The account lacks a feature that the message needs.', 'Have it enabled at Vonage.'),
  1160: rule(
    'reject',
    'The recipient is not on the list of allowed numbers.',
    'Add the number to the list at Vonage.',
  ),
  1170: rule('reject', 'The number of the recipient is wrong.', checkNumber),
  1180: rule('retry', 'The person could not be reached for a moment.', byItself),
  1190: rule('reject', 'The number is not in use.', checkNumber),
  1210: rule(
    'reject',
    'The spam filter stopped the message.',
    'Change its text, or ask the support of Vonage.',
  ),
  1220: rule('retry', 'WhatsApp did not answer Vonage.', byItself),
  1230: rule('retry', 'WhatsApp was not available.', byItself),
  1240: optOut('The person has sent STOP.'),
  1241: rule('wait_for_recipient', 'Too many messages to this one person in a short time.', byItself),
  1280: rule('reject', 'The message is blocked.', 'Ask the support of Vonage.'),
  1282: rule('reject', 'The message is blocked.', 'Ask the support of Vonage.'),
  1300: rule('reject', 'The number is not on WhatsApp.', checkNumber),
  1310: rule('reject', "The person's device cannot receive this message.", 'Send a plain text.'),
  1320: rule('reject', 'Vonage has sent this message already.', 'Nothing: the message counts as sent.'),
  1330: rule('reject', 'The message was not delivered, without a reason.', checkNumber),
  1331: rule('retry', 'WhatsApp had a fault for a moment.', byItself),
  1340: rule(
    'reject',
    'More than 24 hours have passed since the person last wrote, so free text is not allowed.',
    'Send an approved template instead.',
  ),
  1360: rule('reject', 'The message expired before it was delivered.', 'Send it again if it still matters.'),
  1380: rule('reject', 'The file could not be fetched.', fixFile),
  1381: rule('reject', 'The file is too big.', fixFile),
  1382: rule('reject', 'The type of the file is not allowed.', fixFile),
  1400: rule('reject', 'A parameter of the message is wrong.', fixMessage),
  1410: rule('reject', 'The channel is wrong.', fixMessage),
  1420: rule('suspend', 'The sender is not a number of this application.', credentials),
  1430: rule('reject', 'The recipient is wrong.', checkNumber),
  1440: rule('reject', 'This type of message is not supported.', fixMessage),
  1450: rule('reject', 'The reference of the message is too long.', fixMessage),
  1451: rule('reject', 'The message that is quoted is not there any more.', 'Send it without the quote.'),
  1460: rule('slow_down', 'The daily limit of the number is reached.', byItself, 3600),
  1461: rule(
    'reject',
    'WhatsApp held it back: the person gets many marketing messages these days.',
    'Wait at least 24 hours before the next marketing message to this person.',
  ),
  1470: rule('reject', 'The fraud defender of Vonage stopped the message.', 'Check its rules at Vonage.'),
  1471: rule('reject', 'The fraud defender of Vonage stopped the message.', 'Check its rules at Vonage.'),
  1480: rule('reject', 'A regulation forbids the message.', 'Reach the person in another way.'),
  1481: rule('reject', 'A regulation forbids the message.', 'Reach the person in another way.'),
  1482: rule('reject', 'A regulation forbids the message.', 'Reach the person in another way.'),
  1483: rule('reject', 'A regulation forbids the message.', 'Reach the person in another way.'),
  1484: rule('reject', 'A regulation forbids the message.', 'Reach the person in another way.'),
  unauthorized: rule('suspend', 'Vonage does not accept the credentials.', credentials),
  'jwt-expired': rule(
    'suspend',
    'Vonage takes our token for expired: the clock of this machine is wrong.',
    'Set the clock of this machine right.',
  ),
  'account-suspended': rule('suspend', 'Vonage has suspended the account.', 'Ask the support of Vonage.'),
  'low-balance': rule(
    'suspend',
    'The account at Vonage has no credit left.',
    'Top up the account at Vonage.',
  ),
  'invalid-params': rule('reject', 'Vonage found the message wrong.', fixMessage),
};
