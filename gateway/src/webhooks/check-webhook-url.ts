// Checks a webhook URL when it is saved, so that mistakes show before the first failed delivery. Every dial asks the guard
// again: the addresses of a name may change.

import type { ErrorCode } from '@hudhud/contract/errors.ts';
import { type AddressGuard, isBlockedError } from '../platform/outgoing-http/private-address-guard.ts';

const webhookUrlCharactersMax = 2_000;

export interface WebhookUrlProblem {
  readonly code: Extract<ErrorCode, 'invalid_webhook_url' | 'webhook_url_blocked'>;
  readonly detail: string;
}

const invalid = (detail: string): WebhookUrlProblem => ({ code: 'invalid_webhook_url', detail });

const checkForm = (text: string): WebhookUrlProblem | URL => {
  if (text.length > webhookUrlCharactersMax) {
    return invalid(`The URL has more than ${webhookUrlCharactersMax} characters.`);
  }
  // The parser quietly drops these, so what is dialled would not be what is shown.
  if (/[\s\p{Cc}]/u.test(text)) return invalid('The URL contains white space or control characters.');
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return invalid('This is not a whole URL that starts with http:// or https://.');
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return invalid('The URL carries a user name or a password.');
  }
  if (text.includes('#')) return invalid('The URL carries a fragment (#), which is never sent.');
  return url;
};

/** Null when it may be saved. A name that does not resolve yet is no problem: it may be set up later. */
export const checkWebhookUrl = async (
  text: string,
  guard: AddressGuard,
): Promise<WebhookUrlProblem | null> => {
  const url = checkForm(text);
  if (!(url instanceof URL)) return url;
  try {
    await guard.resolve(url.hostname.replace(/^\[|\]$/g, ''));
  } catch (error) {
    if (isBlockedError(error)) return { code: 'webhook_url_blocked', detail: error.message };
  }
  return null;
};
