// One app of a provider may serve several numbers and call a single address for all of them. Every part of a callback goes
// to the sender whose number it is about, and only if the callback is signed with that sender's own secret: otherwise one
// company could write into another's messages by signing with its own.

import type { CallbackItem } from '../providers/callback.ts';
import type { Sender } from '../senders/directory.ts';

export interface AssignOptions {
  /** The sender that the callback's address names; the signature fits it. */
  readonly addressee: Sender;
  /** Whether the callback is signed with the secret of this sender. */
  readonly isProven: (sender: Sender) => boolean | Promise<boolean>;
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
  { addressee, isProven, neighbours, findStrangers }: AssignOptions,
): Promise<Map<string, Sender>> => {
  const { provider } = addressee;
  const senderByAccount = new Map(addressee.account === null ? [] : [[addressee.account, addressee]]);
  // A shared secret proves who calls and nothing of what is said: another number's secret could be in the same hands.
  if (provider.callbacks.binds === 'nothing') return senderByAccount;
  const take = async (candidates: readonly Sender[]): Promise<void> => {
    for (const sender of candidates) {
      const { account } = sender;
      if (sender.provider.name !== provider.name || account === null || !accounts.has(account)) continue;
      if (senderByAccount.has(account) || !(await isProven(sender))) continue;
      senderByAccount.set(account, sender);
    }
  };
  await take(neighbours);
  const left = [...accounts].filter((account) => !senderByAccount.has(account));
  if (left.length > 0) await take(await findStrangers(provider.name, left));
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
