// One company's flood: as many messages as it likes, in batches of a thousand, one batch after the other.

import { batchMessagesMax } from '@hudhud/contract/messages.ts';
import { type Caller, phoneNumberOf, type Target, textOf } from '../send-requests.ts';

const batchAt = (begin: number, count: number): string =>
  JSON.stringify({
    messages: Array.from({ length: count }, (_, index) => ({
      to: phoneNumberOf(begin + index),
      message: textOf(begin + index),
    })),
  });

export const flood = async (target: Target, caller: Caller, messages: number): Promise<void> => {
  const url = `http://${target.host}:${target.port}/api/v1/messages/send-batch`;
  const headers = {
    authorization: `Bearer ${caller.token}`,
    'x-company-id': caller.companyId,
    'content-type': 'application/json',
  };
  for (let begin = 0; begin < messages; begin += batchMessagesMax) {
    const body = batchAt(begin, Math.min(batchMessagesMax, messages - begin));
    const answer = await fetch(url, { method: 'POST', headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The flood was answered ${answer.status}: ${text.slice(0, 300)}`);
  }
};
