// Twilio's error codes: what each means for a message, in plain words, and what to do. The same codes come in answers and
// in statuses; nearly all that WhatsApp itself refuses comes later, in a status.

import { checkNumber, fixMessage, optOut, type Rule, rule } from '../cloud-api/playbook.ts';
import { byItself } from '../own-failure.ts';

const fixToken = 'Put the account SID and the primary auth token of the Twilio console into the sender.';
const useTemplate = 'Send an approved template instead.';
const anotherWay = 'Reach the person in another way, or wait at least 24 hours.';
const billing = 'Put the balance and the state of the account right in the Twilio console.';
const noMoreUntilAsked = 'Send no more to this person until they ask for it.';

export const twilioPlaybook: Readonly<Record<string, Rule>> = {
  10001: rule('suspend', 'The Twilio account is not active.', billing),
  11751: rule('reject', 'The file is too big for WhatsApp.', 'Send a smaller file: 16 MB, pictures 5 MB.'),
  20003: rule('suspend', 'Twilio does not accept the credentials.', fixToken),
  20404: rule('suspend', 'Twilio knows no account with this SID.', fixToken),
  20429: rule('slow_down', 'Twilio gets too many requests at once.', byItself),
  20500: rule('retry', 'Twilio reported a fault of its own.', byItself),
  21211: rule('reject', 'The recipient is not a phone number that Twilio takes.', checkNumber),
  21610: optOut('The person has unsubscribed from this number.', noMoreUntilAsked),
  21617: rule('reject', 'The text is longer than the 1,600 characters that Twilio takes.', 'Shorten it.'),
  21619: rule('reject', 'The message has no text, no file and no template.', fixMessage),
  21656: rule('reject', 'The variables of the template are not as Twilio wants them.', fixMessage),
  30001: rule('retry', 'The message waited longer than four hours at Twilio.', byItself, 600),
  30002: rule('suspend', 'The Twilio account is suspended, often because its balance is used up.', billing),
  63001: rule(
    'suspend',
    'WhatsApp does not accept the credentials of the number at Twilio.',
    'Register the sender again in the Twilio console.',
  ),
  63003: rule('reject', 'WhatsApp does not know the recipient.', checkNumber),
  63005: rule('reject', 'WhatsApp did not accept the content.', fixMessage),
  63007: rule(
    'suspend',
    'The number is not a WhatsApp sender of this Twilio account.',
    'Correct the number of the sender, or connect it to WhatsApp in the Twilio console.',
  ),
  63012: rule('retry', 'WhatsApp reported a fault of its own.', byItself),
  63013: rule('reject', 'The message violates a policy of WhatsApp.', 'Change the message or the template.'),
  63015: rule(
    'reject',
    'The number is the sandbox of Twilio and the person has not joined it within three days.',
    'Let the person join the sandbox, or use a number of your own.',
  ),
  63016: rule(
    'reject',
    'More than 24 hours have passed since the person last wrote, so only a template may be sent.',
    useTemplate,
  ),
  63017: rule('slow_down', 'The Twilio account sends too much at once.', byItself, 60),
  63018: rule('slow_down', 'The number has reached a limit of WhatsApp.', byItself, 60),
  63019: rule(
    'reject',
    'Twilio could not fetch the file.',
    'Check that PUBLIC_URL can be reached from the internet.',
  ),
  63020: rule(
    'suspend',
    'The invitation of Meta to the business account has not been accepted.',
    'Accept the invitation in Meta Business Manager.',
  ),
  63021: rule('reject', 'WhatsApp found the content wrong.', fixMessage),
  63022: rule('reject', 'The contact card is not one that WhatsApp reads.', fixMessage),
  63024: rule('reject', 'The number cannot get messages: it is not on WhatsApp.', checkNumber),
  63030: rule('reject', 'A parameter does not fit this kind of message.', fixMessage),
  63032: rule('reject', 'The person is part of an experiment of Meta.', anotherWay),
  63033: optOut('The person has unsubscribed from this number.', noMoreUntilAsked),
  63040: rule('reject', 'WhatsApp has rejected the template.', 'Use another template, or correct it.'),
  63041: rule('reject', 'The template is paused because of low quality.', 'Wait, or use another template.'),
  63042: rule('reject', 'The template was disabled for good.', 'Make a new template.'),
  63049: rule('reject', 'Meta chose not to deliver this marketing message to the person.', anotherWay),
  63050: optOut('The person has stopped marketing messages from you.', noMoreUntilAsked),
  63051: rule(
    'suspend',
    'The number is locked, as after a month without use.',
    'Unlock it in the Twilio console.',
  ),
  63112: rule('suspend', 'Meta has disabled the business account.', 'Appeal in Meta Business Manager.'),
  92002: rule('reject', 'The template got more than 100 variables.', fixMessage),
  92007: rule('reject', 'A variable of the template is empty or holds a line break.', fixMessage),
};

/** An unknown code is judged by the HTTP status it came with. */
export const findTwilioRule = (code: string, httpStatus: number): Rule => {
  const known = twilioPlaybook[code];
  if (known) return known;
  if (httpStatus === 401 || httpStatus === 403) {
    return rule('suspend', 'Twilio does not accept the credentials.', fixToken);
  }
  if (httpStatus === 429) return rule('slow_down', 'Twilio asks to slow down.', byItself);
  return rule('reject', 'Twilio refused the message.', fixMessage);
};

/** For a refusal below 500 that is not in Twilio's words: a proxy, or a wrong address. */
export const findForeignRule = (httpStatus: number): Rule => {
  if (httpStatus === 401) return rule('suspend', 'The credentials are not accepted.', fixToken);
  if (httpStatus === 413) return rule('reject', 'The message is too long for the way to Twilio.', fixMessage);
  return rule(
    'slow_down',
    'The refusal is not in the words of Twilio.',
    'Check the base address and what stands between this machine and Twilio; it is tried again by itself.',
    60,
  );
};
