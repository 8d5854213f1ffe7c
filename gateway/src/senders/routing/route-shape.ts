// A route as the directory of senders holds it.

export interface Route {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** What it is for; null fits everybody. */
  readonly storeId: string | null;
  readonly tag: string | null;
  /** Digits. */
  readonly countryPrefix: string | null;
  /** UUIDs, in order. */
  readonly senderIds: readonly string[];
  readonly afterMinutes: number;
}
