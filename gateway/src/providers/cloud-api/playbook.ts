// Meta's error codes: what each means for a message, in plain words, and what to do. One playbook for API errors, message
// rows, webhooks and docs. Facts: Meta's error code reference; where it is silent, what public code has seen.

import { byItself } from '../own-failure.ts';

/**
 * retry: the message, later. slow_down: the whole sender, later and slower. wait_for_recipient: this person only.
 * reject: never as it is. suspend: the sender, until a person fixes it.
 */
export type Verdict = 'retry' | 'slow_down' | 'wait_for_recipient' | 'reject' | 'suspend';

export interface Rule {
  readonly verdict: Verdict;
  readonly cause: string;
  readonly action: string;
  readonly afterSeconds?: number;
  /** The person has said that they want no messages. */
  readonly isOptOut?: true;
}

export const rule = (verdict: Verdict, cause: string, action: string, afterSeconds?: number): Rule =>
  afterSeconds === undefined ? { verdict, cause, action } : { verdict, cause, action, afterSeconds };

/** The person wants no messages of this sender, or none of this kind. */
export const optOut = (cause: string, action = 'Send no more messages to this person.'): Rule => ({
  ...rule('reject', cause, action),
  isOptOut: true,
});

/** Actions that several rules share, here and at other providers. */
export const newToken = 'Make a new permanent token at Meta and put it into the sender.';
export const permission = "Give the token's system user the WhatsApp permissions for this account.";
export const fixMessage = 'Correct the message and send it again.';
export const checkNumber = 'Check the number with the person. Do not send again and again.';

export const playbook: Readonly<Record<string, Rule>> = {
  0: rule('suspend', 'Meta could not authenticate the app behind the token.', newToken),
  1: rule('retry', 'Meta reported an unknown error.', byItself),
  2: rule('retry', "Meta's service is down or overloaded for a moment.", byItself, 60),
  3: rule('suspend', 'The app lacks a capability or permission.', permission),
  4: rule('slow_down', 'The app makes too many calls.', byItself, 60),
  10: rule('suspend', 'The token has no permission for this number.', permission),
  33: rule(
    'suspend',
    'The phone number id is wrong, or the number was deleted.',
    'Correct the phone number id.',
  ),
  100: rule('reject', 'Meta found a parameter wrong or unsupported.', fixMessage),
  190: rule('suspend', 'The access token has expired or was revoked.', newToken),
  368: rule(
    'suspend',
    'Meta has restricted the account for a policy violation.',
    "See the account's quality page at Meta.",
  ),
  613: rule('slow_down', 'The app asks too often.', byItself, 60),
  80007: rule('slow_down', 'The account makes too many calls.', byItself, 60),
  130429: rule('slow_down', "The number's throughput is reached.", byItself),
  130472: rule(
    'reject',
    "The person is part of Meta's marketing experiment.",
    'Reach the person in another way.',
  ),
  130497: rule('reject', 'The account may not send to this country.', 'Reach the person in another way.'),
  131000: rule('retry', 'Something went wrong at Meta.', byItself),
  131005: rule('suspend', 'Access denied: a permission is missing or was removed.', permission),
  131008: rule('reject', 'A required parameter is missing.', fixMessage),
  131009: rule('reject', 'A parameter has a value that is not allowed.', fixMessage),
  131016: rule('retry', "Meta's service is unavailable for a moment.", byItself),
  131021: rule('reject', 'The recipient is the sender itself.', 'Send to another number.'),
  131026: rule(
    'reject',
    'The message cannot be delivered: the number is not on WhatsApp, or its app is too old.',
    'Check the number with the person. Do not send again and again.',
  ),
  131030: rule(
    'reject',
    'The number is a test number and the recipient is not on its list.',
    'Add the recipient to the list at Meta, or use a real number.',
  ),
  131031: rule('suspend', 'Meta has locked the account.', "Appeal on the account's quality page at Meta."),
  131037: rule(
    'suspend',
    "The number's display name is not approved yet.",
    'Get the display name approved at Meta.',
  ),
  131042: rule(
    'suspend',
    'There is a problem with the payment method of the account.',
    'Put billing right at Meta.',
  ),
  131045: rule('suspend', 'The number is not registered rightly.', 'Register the number again at Meta.'),
  131047: rule(
    'reject',
    'More than 24 hours have passed since the person last wrote, so free text is not allowed.',
    'Send an approved template instead.',
  ),
  131048: rule(
    'slow_down',
    'Too many people blocked or reported messages of this number.',
    'Send less, and better.',
    3600,
  ),
  131049: rule(
    'reject',
    'WhatsApp held it back: the person gets many marketing messages these days.',
    'Wait at least 24 hours before the next marketing message to this person.',
  ),
  131050: optOut(
    'The person has stopped marketing messages from you.',
    'Send no more marketing to this person.',
  ),
  131051: rule('reject', 'This type of message is not supported.', fixMessage),
  131052: rule(
    'reject',
    "The person's media could not be downloaded.",
    'Ask the person to send it in another way.',
  ),
  131053: rule('reject', 'The media could not be uploaded.', 'Check type, size and address of the file.'),
  131056: rule('wait_for_recipient', 'Too many messages to this one person in a short time.', byItself),
  131057: rule('retry', 'The account is in maintenance for some minutes.', byItself, 120),
  131062: rule(
    'reject',
    'This message cannot go to a person whose number is hidden.',
    'Send it to the phone number.',
  ),
  131063: rule(
    'suspend',
    'Marketing templates are disabled for this account.',
    'Use the marketing messages API at Meta.',
  ),
  131064: rule(
    'slow_down',
    'The messaging limit is reached because of misclassified templates.',
    'Correct the templates.',
    3600,
  ),
  132000: rule('reject', "The number of parameters does not fit the template's.", fixMessage),
  132001: rule(
    'reject',
    'The template does not exist in this language, or is not approved.',
    'Check its name and language.',
  ),
  132005: rule('reject', 'The text of the filled template is too long.', 'Shorten the values.'),
  132007: rule('reject', "The template's content violates a policy.", 'Edit the template.'),
  132008: rule('reject', "A parameter does not fit the template's format.", fixMessage),
  132012: rule('reject', "A parameter does not fit the template's format.", fixMessage),
  132015: rule('reject', 'The template is paused because of low quality.', 'Wait, or edit the template.'),
  132016: rule('reject', 'The template was disabled for good.', 'Make a new template.'),
  132068: rule('reject', 'The flow is blocked.', 'Correct the flow at Meta.'),
  132069: rule('reject', 'The flow is throttled.', 'Correct the flow at Meta.'),
  133000: rule(
    'suspend',
    'An earlier removal of the number is incomplete.',
    'Remove the number again at Meta.',
  ),
  133004: rule('retry', "Meta's server is unavailable for a moment.", byItself),
  133006: rule('suspend', 'The number must be verified first.', 'Verify the number at Meta.'),
  133010: rule('suspend', 'The number is not registered.', 'Register the number at Meta.'),
  134011: rule('suspend', 'The terms of payments are not accepted.', 'Accept them at Meta.'),
  134101: rule('retry', 'The template is still being made ready for marketing.', byItself, 600),
  134102: rule('reject', 'The template is not available for marketing.', 'Use another template.'),
  135000: rule('reject', 'Meta found the parameters wrong without saying which.', fixMessage),
  137000: rule('reject', "The person's identity has changed.", 'Verify the person again.'),
};
