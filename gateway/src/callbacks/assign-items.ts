// One app of a provider may serve several numbers and call a single address for all of them. Every part of a callback goes
// to the sender whose number it is about, and only if the callback is signed with that sender's own secret: otherwise one
// company could write into another's messages by signing with its own.

import type { Callback, CallbackItem } from '../providers/callback.ts';
import type { Sender } from '../senders/directory.ts';

export interface AssignOptions {
  /** The sender that the callback's address names; the signature fits it. */
  readonly addressee: Sender;
  readonly callback: Callback;
  /** The senders of the addressee's company. */
  readonly neighbours: readonly Sender[];
  /** The senders of other companies with one of these numbers. */
  readonly findStrangers: (provider: string, accounts: readonly string[]) => Promise<readonly Sender[]>;
}

export interface AssignedItem {
  readonly sender: Sender;
  readonly item: CallbackItem;
}

export interface Assignment {
  readonly assigned: readonly AssignedItem[];
  /** Parts about numbers that no sender here has, or whose own secret does not fit the callback. */
  readonly unassigned: readonly CallbackItem[];
}

const accountsOf = (items: readonly CallbackItem[]): Set<string> =>
  new Set(items.flatMap(({ account }) => (account === null ? [] : [account])));

const assignAccounts = async (
  accounts: ReadonlySet<string>,
  { addressee, callback, neighbours, findStrangers }: AssignOptions,
): Promise<Map<string, Sender>> => {
  const { provider } = addressee;
  const senderByAccount = new Map(addressee.account === null ? [] : [[addressee.account, addressee]]);
  // A shared secret proves who calls and nothing of what is said: another number's secret could be in the same hands.
  if (provider.callbacks.binds === 'nothing') return senderByAccount;
  const take = (candidates: readonly Sender[]): void => {
    for (const sender of candidates) {
      const { account } = sender;
      if (sender.provider.name !== provider.name || account === null || !accounts.has(account)) continue;
      if (senderByAccount.has(account) || !provider.callbacks.verify(callback, sender.fields)) continue;
      senderByAccount.set(account, sender);
    }
  };
  take(neighbours);
  const left = [...accounts].filter((account) => !senderByAccount.has(account));
  if (left.length > 0) take(await findStrangers(provider.name, left));
  return senderByAccount;
};

export const assignItems = async (
  items: readonly CallbackItem[],
  options: AssignOptions,
): Promise<Assignment> => {
  const senderByAccount = await assignAccounts(accountsOf(items), options);
  const { addressee } = options;
  const assigned: AssignedItem[] = [];
  const unassigned: CallbackItem[] = [];
  for (const item of items) {
    const isForAddressee = item.account === null || addressee.account === null;
    const sender = isForAddressee ? addressee : senderByAccount.get(item.account ?? '');
    if (sender) assigned.push({ sender, item });
    else unassigned.push(item);
  }
  return { assigned, unassigned };
};
