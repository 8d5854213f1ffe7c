// 360dialog's refusals: Meta's error as it is, Meta's error as text inside an error of 360dialog's own, or one of its own
// that has words and no code.

import { asFields, asText, type GraphError, readErrorAnswer } from '../cloud-api/graph-error.ts';
import { fixMessage, type Rule, rule } from '../cloud-api/playbook.ts';
import type { OwnError } from '../cloud-api/send.ts';
import { byItself } from '../own-failure.ts';

const fixKey = 'Make a new API key for this number at 360dialog and put it into the sender.';
const seeHub = "See the number's state in the 360dialog hub.";

interface OwnRule {
  readonly code: string;
  readonly words: RegExp;
  readonly rule: Rule;
}

/** By the words of the refusal. The codes are ours: 360dialog has none. */
const ownRules: readonly OwnRule[] = [
  {
    code: 'number_disabled',
    words: /has been disabled/i,
    rule: rule('suspend', '360dialog has disabled the number.', seeHub),
  },
  {
    code: 'rate_limit',
    words: /exceeded the endpoint rate limit/i,
    rule: rule('slow_down', '360dialog gets too many requests of this number.', byItself, 10),
  },
  {
    code: 'unpaid',
    words: /lack of payment/i,
    rule: rule('suspend', 'Invoices of 360dialog are not paid.', 'Pay them in the 360dialog hub.'),
  },
  {
    code: 'invalid_key',
    words: /invalid api[_ -]?key/i,
    rule: rule('suspend', '360dialog does not accept the API key.', fixKey),
  },
  {
    code: 'endpoint_blocked',
    words: /endpoint is blocked/i,
    rule: rule(
      'suspend',
      'This part of the API is not enabled for the number.',
      'Ask 360dialog to enable it.',
    ),
  },
];

const byStatus = (status: number): Rule => {
  if (status === 401) return rule('suspend', '360dialog does not accept the API key.', fixKey);
  if (status === 403) return rule('suspend', '360dialog does not let this key do it.', seeHub);
  if (status === 429) return rule('slow_down', '360dialog asks to slow down.', byItself, 10);
  return rule('reject', '360dialog refused the message.', fixMessage);
};

/** Meta's error inside a text such as `Invalid payload ({"error":{...}})`. */
const readWrapped = (text: string): GraphError | null => {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  return start === -1 || end < start ? null : readErrorAnswer(text.slice(start, end + 1));
};

const messageOf = (body: string): string | null => {
  try {
    const answer = asFields(JSON.parse(body));
    return asText(asFields(answer?.meta)?.developer_message) ?? asText(answer?.error);
  } catch {
    return null;
  }
};

/** Meta's error, however it is wrapped. */
export const readMetaError = (body: string): GraphError | null => {
  const plain = readErrorAnswer(body);
  if (plain) return plain;
  const message = messageOf(body);
  return message === null ? null : readWrapped(message);
};

/** An error in 360dialog's own words; null when the answer is not 360dialog's. */
export const readOwnError = (body: string, status: number): OwnError | null => {
  const title = messageOf(body);
  if (title === null) return null;
  const known = ownRules.find(({ words }) => words.test(title));
  return { code: known?.code ?? `http_${status}`, title, rule: known?.rule ?? byStatus(status) };
};
