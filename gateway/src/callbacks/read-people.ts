// What the parts of a callback say of people: who wrote, and who wants messages or no more.

import type { PersonAddresses } from '../contacts/addresses/address.ts';
import type { ConsentWish } from '../contacts/consent/change-consent.ts';
import type { HeardMessage } from '../contacts/incoming/hear-people.ts';
import { incomingMessageId, isStorableTime } from '../messages/incoming/incoming-id.ts';
import type { AssignedItem } from './assign-items.ts';

/** Whoever hides their number cannot be found by it. */
const toPhoneNumber = (digits: string | null): string | null =>
  digits !== null && /^\d{5,20}$/.test(digits) ? `+${digits}` : null;

/** A button that says "stop" means it too. */
const typesWithWords = new Set(['text', 'button', 'interactive']);

export const readHeard = (assigned: readonly AssignedItem[]): HeardMessage[] =>
  assigned.flatMap(({ sender, item }) => {
    if (item.kind !== 'message') return [];
    const { from, fromName, type, text, at, isUntimed, providerMessageId } = item.message;
    const phoneNumber = toPhoneNumber(from);
    if (phoneNumber === null) return [];
    const time = at.getTime();
    const hasTime = !isUntimed && isStorableTime(time, Date.now());
    const messageId = hasTime ? incomingMessageId(sender.id, providerMessageId, time) : null;
    return [
      {
        person: personOf(sender.companyId, phoneNumber),
        name: fromName,
        text: typesWithWords.has(type) ? text : null,
        at,
        messageId,
      },
    ];
  });

const personOf = (companyId: string, phoneNumber: string): PersonAddresses => ({
  companyId,
  addresses: [{ kind: 'phone', value: phoneNumber }],
});

const source = 'whatsapp';

/** WhatsApp's own switch, and failures that say the same. */
export const readWishes = (assigned: readonly AssignedItem[]): ConsentWish[] =>
  assigned.flatMap(({ sender, item }): ConsentWish[] => {
    const { companyId } = sender;
    if (item.kind === 'consent') {
      const phoneNumber = toPhoneNumber(item.consent.from);
      const { state, at } = item.consent;
      return phoneNumber === null ? [] : [{ person: personOf(companyId, phoneNumber), state, source, at }];
    }
    if (item.kind !== 'status') return [];
    const { verdict, recipient, at } = item.status;
    const phoneNumber = toPhoneNumber(recipient);
    if (verdict?.kind !== 'opted_out' || phoneNumber === null) return [];
    return [{ person: personOf(companyId, phoneNumber), state: 'opted_out', source, at }];
  });
