// Vonage's errors, in answers and in statuses: the code is the part of `type` after its #, else the title.

import { asText } from '../cloud-api/graph-error.ts';
import { type Rule, rule } from '../cloud-api/playbook.ts';
import { byItself } from '../own-failure.ts';
import type { Failure } from '../provider.ts';
import type { Fields } from '../read-values.ts';
import { vonagePlaybook } from './playbook.ts';

export interface Refusal {
  readonly code: string;
  readonly rule: Rule;
  readonly failure: Failure;
}

/** Groups of codes that mean the same; single ones of them stand in the playbook. */
const ranges: readonly { readonly from: number; readonly to: number; readonly like: string }[] = [
  { from: 1400, to: 1451, like: '1400' },
  { from: 1470, to: 1484, like: '1470' },
];

const inRange = (code: string): Rule | undefined => {
  const number = /^\d{4}$/.test(code) ? Number(code) : 0;
  const range = ranges.find(({ from, to }) => number >= from && number <= to);
  return range && vonagePlaybook[range.like];
};

const byStatus = (httpStatus: number): Rule => {
  if (httpStatus === 401 || httpStatus === 403) {
    return rule(
      'suspend',
      'Vonage does not accept the credentials.',
      'Correct the application id, the private key and the number of the sender.',
    );
  }
  if (httpStatus === 402) {
    return rule('suspend', 'The account at Vonage has no credit left.', 'Top up the account at Vonage.');
  }
  if (httpStatus === 429) {
    return rule('slow_down', 'Vonage asks to slow down.', byItself);
  }
  return rule('reject', 'Vonage refused the message.', 'Correct the message and send it again.');
};

/** Null when the object is not an error of Vonage. */
export const readRefusal = (error: Fields, httpStatus: number): Refusal | null => {
  const title = asText(error.title);
  const [, fragment] = /#([\w-]{1,64})$/.exec(asText(error.type) ?? '') ?? [];
  const code = fragment ?? title;
  if (!code) return null;
  const found = vonagePlaybook[code] ?? inRange(code) ?? byStatus(httpStatus);
  const detail = asText(error.detail) ?? title ?? code;
  return {
    code,
    rule: found,
    failure: {
      code,
      title: title && title !== code ? title : found.cause,
      detail,
      cause: found.cause,
      action: found.action,
    },
  };
};
