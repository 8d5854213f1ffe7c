// Which headers a customer may add to its deliveries. Those that frame the request or prove who sent it are ours.

import { fieldProblem } from '../../platform/errors.ts';
import type { HeaderValues } from './open-webhook.ts';

const namePattern = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Visible ASCII and spaces inside: anything else could end the header and begin another. */
const valuePattern = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

const ownNames = new Set([
  'connection',
  'content-length',
  'content-type',
  'content-encoding',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

const problemOf = (name: string, value: string): string | null => {
  if (!namePattern.test(name)) return 'is not a name that a header can have.';
  const lower = name.toLowerCase();
  if (ownNames.has(lower) || lower.startsWith('webhook-')) return 'is set by the gateway itself.';
  if (!valuePattern.test(value)) return 'must have a value of visible ASCII characters.';
  return null;
};

/** The headers with their names in lower case; refuses what cannot be sent. */
export const checkHeaders = (headers: HeaderValues): HeaderValues => {
  const checked = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    const problem = checked.has(lower) ? 'is there twice.' : problemOf(name, value);
    if (problem) {
      const detail = `The header ${JSON.stringify(name)} ${problem}`;
      const pointer = `/headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      throw fieldProblem('invalid_webhook_header', { pointer }, detail);
    }
    checked.set(lower, value);
  }
  return Object.fromEntries(checked);
};
