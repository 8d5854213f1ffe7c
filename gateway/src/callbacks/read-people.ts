// Reads people from the parts of a callback: who wrote, their names, and who opts in or out.

import type pg from 'pg';
import type { Address, PersonAddresses } from '../contacts/addresses/address.ts';
import type { ConsentWish } from '../contacts/consent/change-consent.ts';
import type { PersonMove, ReceivedMessage } from '../contacts/incoming/people-listener.ts';
import { incomingMessageId, isStorableTime } from '../messages/incoming/incoming-id.ts';
import { findRecipients } from '../messages/recipients/find-recipients.ts';
import { personKey as keyOf } from '../platform/person-key.ts';
import type { CallbackMessage, CallbackMove, CallbackPerson, CallbackStatus } from '../providers/callback.ts';
import type { AssignedItem } from './assign-items.ts';

const toPhoneNumber = (digits: string | null): string | null =>
  digits !== null && /^\d{5,20}$/.test(digits) ? `+${digits}` : null;

/** A provider's names for a person, as addresses; the most specific first. */
const addressesOf = (
  { number, userId, parentUserId }: CallbackPerson,
  username?: string | null,
): Address[] => {
  const phoneNumber = toPhoneNumber(number);
  return [
    ...(phoneNumber === null ? [] : [{ kind: 'phone', value: phoneNumber } as const]),
    ...(userId === null ? [] : [{ kind: 'bsuid', value: userId } as const]),
    ...(parentUserId === null ? [] : [{ kind: 'parent_bsuid', value: parentUserId } as const]),
    ...(username ? [{ kind: 'username', value: username } as const] : []),
  ];
};

const writerOf = ({ from, userId, parentUserId }: CallbackMessage): CallbackPerson => ({
  number: from,
  userId: userId ?? null,
  parentUserId: parentUserId ?? null,
});

const recipientOf = (status: CallbackStatus): CallbackPerson => ({
  number: status.recipient,
  userId: status.recipientUserId ?? null,
  parentUserId: status.recipientParentUserId ?? null,
});

/** A button that says "stop" means it too, and so does a text that was changed into it. */
const typesWithWords = new Set(['text', 'button', 'interactive', 'edit']);

export const readReceived = (assigned: readonly AssignedItem[]): ReceivedMessage[] =>
  assigned.flatMap(({ sender, item }) => {
    // A message of the system is about a person and not from them.
    if (item.kind !== 'message' || item.message.movedTo || item.message.role === 'app') return [];
    const { fromName, type, text, at, isUntimed, providerMessageId, username } = item.message;
    const addresses = addressesOf(writerOf(item.message), username);
    if (!addresses.some(({ kind }) => kind !== 'username')) return [];
    const time = at.getTime();
    const hasTime = !isUntimed && isStorableTime(time, Date.now());
    const messageId = hasTime ? incomingMessageId(sender.id, providerMessageId, time) : null;
    return [
      {
        person: { companyId: sender.companyId, addresses },
        name: fromName,
        text: typesWithWords.has(type) ? text : null,
        at,
        messageId,
      },
    ];
  });

const toMove = (companyId: string, { from, to }: CallbackMove): PersonMove => {
  const addresses = [...addressesOf(to), ...addressesOf(from)];
  const distinct = [...new Map(addresses.map((address) => [address.value, address])).values()];
  return { person: { companyId, addresses: distinct }, phoneNumber: toPhoneNumber(to.number) };
};

/** People who are called something else from now on. */
export const readMoves = (assigned: readonly AssignedItem[]): PersonMove[] =>
  assigned
    .flatMap(({ sender, item }): PersonMove[] => {
      if (item.kind === 'move') return [toMove(sender.companyId, item.move)];
      if (item.kind !== 'message' || !item.message.movedTo) return [];
      return [toMove(sender.companyId, { from: writerOf(item.message), to: item.message.movedTo })];
    })
    .filter(({ person }) => person.addresses.length > 0);

/** Statuses that name a person in two ways. */
export const readPairs = (assigned: readonly AssignedItem[]): PersonAddresses[] =>
  assigned.flatMap(({ sender, item }) => {
    if (item.kind !== 'status') return [];
    const addresses = addressesOf(recipientOf(item.status));
    return addresses.length > 1 ? [{ companyId: sender.companyId, addresses }] : [];
  });

const source = 'whatsapp';

const addressOf = (value: string): Address => ({ kind: value.startsWith('+') ? 'phone' : 'bsuid', value });

/** The person of the message, and what the callback calls them: it may be another form of their number. */
const readRefusals = async (pool: pg.Pool, assigned: readonly AssignedItem[]): Promise<ConsentWish[]> => {
  const refused = assigned.flatMap(({ sender, item }) =>
    item.kind === 'status' && item.status.verdict?.kind === 'opted_out'
      ? [{ companyId: sender.companyId, status: item.status }]
      : [],
  );
  if (refused.length === 0) return [];
  const recipients = await findRecipients(pool, refused);
  return refused.flatMap(({ companyId, status }, index) => {
    const recipient = recipients[index];
    const reported = addressesOf(recipientOf(status)).filter(({ value }) => value !== recipient);
    const addresses = [...(recipient ? [addressOf(recipient)] : []), ...reported];
    return addresses.length === 0
      ? []
      : [{ person: { companyId, addresses }, state: 'opted_out', source, at: status.at } as const];
  });
};

/** WhatsApp's own switch, and failures that say the same. */
export const readWishes = async (
  pool: pg.Pool,
  assigned: readonly AssignedItem[],
): Promise<ConsentWish[]> => {
  const switched = assigned.flatMap(({ sender: { companyId }, item }): ConsentWish[] => {
    if (item.kind !== 'consent') return [];
    const { from, userId, state, at } = item.consent;
    const addresses = addressesOf({ number: from, userId: userId ?? null, parentUserId: null });
    return addresses.length === 0 ? [] : [{ person: { companyId, addresses }, state, source, at }];
  });
  return [...switched, ...(await readRefusals(pool, assigned))];
};

/** People who called a sender, by the key that their windows are kept under. */
export const readCallers = (assigned: readonly AssignedItem[]) =>
  assigned.flatMap(({ sender, item }) => {
    if (item.kind !== 'call' || item.call.direction !== 'incoming') return [];
    const [address] = addressesOf(item.call.person);
    const { companyId, id: senderId } = sender;
    return address ? [{ companyId, senderId, personKey: keyOf(address.value), at: item.call.at }] : [];
  });
