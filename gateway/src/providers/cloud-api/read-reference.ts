// The earlier message that a message answers, reacts to, changes or deletes.

import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import { type Fields, present } from '../read-values.ts';
import { asFields, asText } from './graph-error.ts';
import { readNumber } from './read-person.ts';

export const refersTo = (message: Fields): IncomingDetails['refers_to'] | null => {
  const context = asFields(message.context);
  const places = [
    ['reaction', asFields(message.reaction)?.message_id],
    ['edit', asFields(message.edit)?.original_message_id],
    ['deletion', asFields(message.revoke)?.original_message_id],
    ['reply', context?.id],
  ] as const;
  for (const [kind, id] of places) {
    const found = asText(id);
    if (found) {
      const from = kind === 'reply' ? readNumber(context?.from) : null;
      return { kind, provider_message_id: found, ...present({ from }) };
    }
  }
  return null;
};
