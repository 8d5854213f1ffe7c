// Meta's error codes: what each means for a message, in plain words, and what to do. One playbook for API errors, message
// rows, webhooks and docs. Facts: Meta's error code reference; where it is silent, what public code has seen.

/**
 * retry: the message, later. slow_down: the whole sender, later and slower. wait_for_recipient: this person only.
 * reject: never as it is. suspend: the sender, until a person puts it right.
 */
export type Verdict = 'retry' | 'slow_down' | 'wait_for_recipient' | 'reject' | 'suspend';

export interface Play {
  readonly verdict: Verdict;
  readonly cause: string;
  readonly action: string;
  readonly afterSeconds?: number;
}

export const play = (verdict: Verdict, cause: string, action: string, afterSeconds?: number): Play =>
  afterSeconds === undefined ? { verdict, cause, action } : { verdict, cause, action, afterSeconds };

/** Actions that several plays share. */
export const newToken = 'Make a new permanent token at Meta and put it into the sender.';
export const permission = "Give the token's system user the WhatsApp permissions for this account.";
export const fixMessage = 'Correct the message and send it again.';
export const byItself = 'Nothing: it is tried again by itself.';

export const playbook: Readonly<Record<string, Play>> = {
  0: play('suspend', 'Meta could not authenticate the app behind the token.', newToken),
  1: play('retry', 'Meta reported an unknown error.', byItself),
  2: play('retry', "Meta's service is down or overloaded for a moment.", byItself, 60),
  3: play('suspend', 'The app lacks a capability or permission.', permission),
  4: play('slow_down', 'The app makes too many calls.', byItself, 60),
  10: play('suspend', 'The token has no permission for this number.', permission),
  33: play(
    'suspend',
    'The phone number id is wrong, or the number was deleted.',
    'Correct the phone number id.',
  ),
  100: play('reject', 'Meta found a parameter wrong or unsupported.', fixMessage),
  190: play('suspend', 'The access token has expired or was revoked.', newToken),
  368: play(
    'suspend',
    'Meta has restricted the account for a policy violation.',
    "See the account's quality page at Meta.",
  ),
  613: play('slow_down', 'The app asks too often.', byItself, 60),
  80007: play('slow_down', 'The account makes too many calls.', byItself, 60),
  130429: play('slow_down', "The number's throughput is reached.", byItself),
  130472: play(
    'reject',
    "The person is part of Meta's marketing experiment.",
    'Reach the person in another way.',
  ),
  130497: play('reject', 'The account may not send to this country.', 'Reach the person in another way.'),
  131000: play('retry', 'Something went wrong at Meta.', byItself),
  131005: play('suspend', 'Access denied: a permission is missing or was removed.', permission),
  131008: play('reject', 'A required parameter is missing.', fixMessage),
  131009: play('reject', 'A parameter has a value that is not allowed.', fixMessage),
  131016: play('retry', "Meta's service is unavailable for a moment.", byItself),
  131021: play('reject', 'The recipient is the sender itself.', 'Send to another number.'),
  131026: play(
    'reject',
    'The message cannot be delivered: the number is not on WhatsApp, or its app is too old.',
    'Check the number with the person. Do not send again and again.',
  ),
  131030: play(
    'reject',
    'The number is a test number and the recipient is not on its list.',
    'Add the recipient to the list at Meta, or use a real number.',
  ),
  131031: play('suspend', 'Meta has locked the account.', "Appeal on the account's quality page at Meta."),
  131037: play(
    'suspend',
    "The number's display name is not approved yet.",
    'Get the display name approved at Meta.',
  ),
  131042: play(
    'suspend',
    'There is a problem with the payment method of the account.',
    'Put billing right at Meta.',
  ),
  131045: play('suspend', 'The number is not registered rightly.', 'Register the number again at Meta.'),
  131047: play(
    'reject',
    'More than 24 hours have passed since the person last wrote, so free text is not allowed.',
    'Send an approved template instead.',
  ),
  131048: play(
    'slow_down',
    'Too many people blocked or reported messages of this number.',
    'Send less, and better.',
    3600,
  ),
  131049: play(
    'reject',
    'WhatsApp held it back: the person gets many marketing messages these days.',
    'Wait at least 24 hours before the next marketing message to this person.',
  ),
  131050: play(
    'reject',
    'The person has stopped marketing messages from you.',
    'Send no more marketing to this person.',
  ),
  131051: play('reject', 'This type of message is not supported.', fixMessage),
  131052: play(
    'reject',
    "The person's media could not be downloaded.",
    'Ask the person to send it in another way.',
  ),
  131053: play('reject', 'The media could not be uploaded.', 'Check type, size and address of the file.'),
  131056: play('wait_for_recipient', 'Too many messages to this one person in a short time.', byItself),
  131057: play('retry', 'The account is in maintenance for some minutes.', byItself, 120),
  131062: play(
    'reject',
    'This message cannot go to a person whose number is hidden.',
    'Send it to the phone number.',
  ),
  131063: play(
    'suspend',
    'Marketing templates are disabled for this account.',
    'Use the marketing messages API at Meta.',
  ),
  131064: play(
    'slow_down',
    'The messaging limit is reached because of misclassified templates.',
    'Correct the templates.',
    3600,
  ),
  132000: play('reject', "The number of parameters does not fit the template's.", fixMessage),
  132001: play(
    'reject',
    'The template does not exist in this language, or is not approved.',
    'Check its name and language.',
  ),
  132005: play('reject', 'The text of the filled template is too long.', 'Shorten the values.'),
  132007: play('reject', "The template's content violates a policy.", 'Edit the template.'),
  132008: play('reject', "A parameter does not fit the template's format.", fixMessage),
  132012: play('reject', "A parameter does not fit the template's format.", fixMessage),
  132015: play('reject', 'The template is paused because of low quality.', 'Wait, or edit the template.'),
  132016: play('reject', 'The template was disabled for good.', 'Make a new template.'),
  132068: play('reject', 'The flow is blocked.', 'Correct the flow at Meta.'),
  132069: play('reject', 'The flow is throttled.', 'Correct the flow at Meta.'),
  133000: play(
    'suspend',
    'An earlier removal of the number is incomplete.',
    'Remove the number again at Meta.',
  ),
  133004: play('retry', "Meta's server is unavailable for a moment.", byItself),
  133006: play('suspend', 'The number must be verified first.', 'Verify the number at Meta.'),
  133010: play('suspend', 'The number is not registered.', 'Register the number at Meta.'),
  134011: play('suspend', 'The terms of payments are not accepted.', 'Accept them at Meta.'),
  134101: play('retry', 'The template is still being made ready for marketing.', byItself, 600),
  134102: play('reject', 'The template is not available for marketing.', 'Use another template.'),
  135000: play('reject', 'Meta found the parameters wrong without saying which.', fixMessage),
  137000: play('reject', "The person's identity has changed.", 'Verify the person again.'),
};
