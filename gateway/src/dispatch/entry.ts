// A message on its way through a lane, as the lane's memory holds it.

export interface Entry {
  readonly companyId: string;
  readonly id: string;
  readonly phoneNumber: string;
  readonly body: string;
  readonly type: string;
  readonly priority: number;
  readonly onUnknown: OnUnknown;
  /** Milliseconds since 1970 after which it is not sent any more. */
  readonly expiresAt: number;
  /** True when another process accepted it; that one waits to hear what became of it. */
  readonly isForeign: boolean;
  /** Attempts begun so far. */
  attempt: number;
  /** False until its row is committed. */
  isStored: boolean;
  /** True when it is not to be sent after all. */
  isWithdrawn: boolean;
  /** True when memory has given it up and the table will bring it again. */
  isLeft: boolean;
}

/** What happens when nobody can say whether the provider has taken it. */
export type OnUnknown = 'hold' | 'retry' | 'fail';
