// The sender that a callback's address names. A caller that guesses addresses must not learn which part of one was
// right, so every wrong address costs the same lookup and gets the same answer.

import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../platform/errors.ts';
import { fromPublicId } from '../platform/ids.ts';
import type { Sender, SenderDirectory } from '../senders/directory.ts';

export interface CallbackAddress {
  readonly provider: string;
  /** Public id. */
  readonly company: string;
  /** Public id. */
  readonly sender: string;
}

/** Longer than the lookup takes: a wrong address is answered after this time, wherever the mistake was found. */
const wrongMilliseconds = 50;

const nobody = '00000000-0000-0000-0000-000000000000';

const pick = (senders: readonly Sender[], address: CallbackAddress): Sender | undefined =>
  senders.find((sender) => sender.publicId === address.sender && sender.provider.name === address.provider);

export const findAddressee = async (
  directory: SenderDirectory,
  address: CallbackAddress,
): Promise<Sender> => {
  const begunAt = performance.now();
  const companyId = fromPublicId('company', address.company) ?? nobody;
  const atHand = pick(directory.peek(companyId) ?? [], address);
  if (atHand) return atHand;
  // The cached list may be older than the sender.
  const found = pick(await directory.find(companyId), address);
  if (found) return found;
  await sleep(begunAt + wrongMilliseconds - performance.now());
  throw new AppError('callback_address_unknown');
};
