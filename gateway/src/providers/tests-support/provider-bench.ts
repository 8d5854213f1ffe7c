// What a provider brings along to be tried: a real or simulated other side, people to whom messages fare in known ways,
// and callbacks as the other side makes them.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import type { Callback, Provider, ProviderFields } from '../provider.ts';

/** How a message to somebody fares. */
export type Fate =
  | 'arrives'
  | 'is refused'
  | 'meets a throttled sender'
  | 'meets a throttled recipient'
  /** The connection breaks after the request was read, and the message was not taken. */
  | 'breaks untaken'
  /** The connection breaks after the request was read, and the message was taken. */
  | 'breaks taken'
  | 'is never answered';

export type Query = Readonly<Record<string, unknown>>;

export interface Batch {
  readonly body: unknown;
  readonly statusIds: readonly string[];
  readonly messageIds: readonly string[];
}

export interface ProviderBench {
  readonly provider: Provider;
  /** Credentials that work, with a value for every secret. */
  readonly fields: ProviderFields;
  readonly wrongTokenFields: ProviderFields;
  /** The same credentials with something else at the other end. */
  fieldsAt(url: string): ProviderFields;
  readonly people: Readonly<Record<Fate, string>>;
  /** How many messages with this echo the other side has taken: its own witness, not the answer. */
  taken(echo: string): number;
  /** Every callback so far, exactly as it came. */
  readonly callbacks: readonly Callback[];
  readonly handshake: {
    readonly right: Query;
    readonly challenge: string;
    readonly wrong: readonly Query[];
    /** Each lacks something. */
    readonly missing: readonly Query[];
  };
  /** The callback with a signature over its bytes. */
  sign(body: Buffer): Callback;
  /** 3 entries with 2 changes with 3 statuses each, or how this provider packs 18 of them, and messages among them. */
  batch(): Batch;
  close(): Promise<void>;
}

export type MakeBench = () => Promise<ProviderBench>;

export interface Running {
  readonly bench: ProviderBench;
  readonly http: OutgoingHttp;
}
