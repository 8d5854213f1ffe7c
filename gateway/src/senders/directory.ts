// The senders of the companies a process has seen lately, so that a message finds its sender without a query. Unlike a
// company's token, a sender may be a minute old: sending goes on while the database is away for a moment.

import type { SenderState } from '@hudhud/contract/senders.ts';
import { createFreshMap } from '../platform/fresh-map.ts';
import type { Failure, Provider, ProviderFields } from '../providers/provider.ts';

/** Which senders carry the messages of some people. */
export interface Route {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** The store whose people it fits; null fits everybody. */
  readonly storeId: string | null;
  readonly tag: string | null;
  /** Digits. */
  readonly countryPrefix: string | null;
  /** UUIDs, in order. */
  readonly senderIds: readonly string[];
  readonly afterMinutes: number;
}

export interface Sender {
  /** UUID. */
  readonly companyId: string;
  /** UUID. */
  readonly id: string;
  readonly publicId: string;
  /** UUID; null when the sender belongs to the whole company. */
  readonly storeId: string | null;
  readonly name: string;
  readonly provider: Provider;
  /** The provider's own name for the number; null where its callbacks name none. */
  readonly account: string | null;
  /** E.164, where it is known. */
  readonly phoneNumber: string | null;
  readonly isDefault: boolean;
  readonly isSimulated: boolean;
  readonly messagesPerSecond: number;
  /** Free text is refused outside the 24-hour window before the provider is asked. */
  readonly checksWindow?: boolean;
  readonly state: SenderState;
  readonly failure: Failure | null;
  readonly stateChangedAt?: Date;
  readonly fields: ProviderFields;
  /** The company's routes, the same for all its senders; left out where it has none. */
  readonly routes?: readonly Route[];
}

export interface SenderDirectory {
  /** The senders of a company, oldest first, when they are cached and not too old, else undefined. */
  peek(companyId: string): readonly Sender[] | undefined;
  find(companyId: string): Promise<readonly Sender[]>;
  /** Drops what is remembered, after a change. */
  forget(companyId: string): void;
}

export interface SenderDirectoryOptions {
  readonly load: (companyId: string) => Promise<readonly Sender[]>;
  /** Adapts a sender that was read to this process: a simulated one points at its simulator. */
  readonly adapt?: (sender: Sender) => Sender;
  readonly now?: () => number;
}

export const freshMilliseconds = 2_000;
export const usableMilliseconds = 60_000;
const companiesMax = 20_000;

export const createSenderDirectory = ({
  load,
  adapt,
  now = Date.now,
}: SenderDirectoryOptions): SenderDirectory =>
  createFreshMap<readonly Sender[]>({
    load: async (companyId) => {
      const senders = await load(companyId);
      return adapt ? senders.map(adapt) : senders;
    },
    freshMilliseconds,
    usableMilliseconds,
    entriesMax: companiesMax,
    now,
  });
