// One app of a provider may serve several numbers and call a single address for all of them. Every part of a callback goes
// to the sender whose number it is about, and only if the callback is signed with that sender's own secret: otherwise one
// company could write into another's messages by signing with its own.

import type { Callback, CallbackItem } from '../providers/provider.ts';
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
  /** How many parts were about numbers of nobody here. */
  readonly ignored: number;
}

const accountsOf = (items: readonly CallbackItem[]): Set<string> =>
  new Set(items.flatMap(({ account }) => (account === null ? [] : [account])));

const assignAccounts = async (
  accounts: ReadonlySet<string>,
  { addressee, callback, neighbours, findStrangers }: AssignOptions,
): Promise<Map<string, Sender>> => {
  const senderByAccount = new Map([[addressee.account, addressee]]);
  const { provider } = addressee;
  const take = (candidates: readonly Sender[]): void => {
    for (const sender of candidates) {
      if (sender.provider.name !== provider.name || !accounts.has(sender.account)) continue;
      if (senderByAccount.has(sender.account) || !provider.verifyCallback(callback, sender.fields)) continue;
      senderByAccount.set(sender.account, sender);
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
  const assigned = items.flatMap((item) => {
    const sender = item.account === null ? options.addressee : senderByAccount.get(item.account);
    return sender ? [{ sender, item }] : [];
  });
  return { assigned, ignored: items.length - assigned.length };
};
