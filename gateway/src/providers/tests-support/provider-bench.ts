// The bench that a provider's tests bring along: a real or simulated other side, people whose messages have known outcomes,
// and callbacks as the other side makes them.

import type { Simulator } from '@hudhud/simulator/create-simulator.ts';
import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import type { Callback, StatusVerdict } from '../callback.ts';
import type { Provider, ProviderFields } from '../provider.ts';

/** The outcome of a message to a person. */
export type Fate =
  | 'arrives'
  | 'is refused'
  | 'meets a throttled sender'
  | 'meets a throttled recipient'
  /** The connection breaks after the request was read, and the message was not accepted. */
  | 'breaks untaken'
  /** The connection breaks after the request was read, and the message was accepted. */
  | 'breaks taken'
  | 'is never answered';

export type Query = Readonly<Record<string, unknown>>;

/** Fates that not every provider reports in the answer to a send. */
type OptionalFate = 'meets a throttled sender' | 'meets a throttled recipient';

export type People = Readonly<Record<Exclude<Fate, OptionalFate>, string>> &
  Readonly<Partial<Record<OptionalFate, string>>>;

export interface Batch {
  /** In as many callbacks as the provider uses for them, each with its proof. */
  readonly callbacks: readonly Callback[];
  readonly statusIds: readonly string[];
  readonly messageIds: readonly string[];
}

export interface Handshake {
  readonly right: Query;
  readonly challenge: string;
  readonly wrong: readonly Query[];
  /** Each lacks something. */
  readonly missing: readonly Query[];
}

export interface ProviderBench {
  readonly provider: Provider;
  /** Credentials that work, with a value for every secret. */
  readonly fields: ProviderFields;
  readonly wrongTokenFields: ProviderFields;
  /** The same credentials with something else at the other end. */
  fieldsAt(url: string): ProviderFields;
  readonly people: People;
  /** How many messages with this echo the other side has accepted: its own witness, not the answer. */
  taken(echo: string): number;
  /** Every callback so far, exactly as it came. */
  readonly callbacks: readonly Callback[];
  /** Where the callbacks of a sender go, as the other side knows it. */
  readonly callbackUrl: string;
  /** For a provider that asks whether the address is ours. */
  readonly handshake?: Handshake;
  /** A callback with this body and its proof. */
  sign(body: Buffer): Callback;
  /** Callbacks that a stranger could make: each is refused. */
  forgeries(): readonly Callback[];
  /** 18 statuses, packed as this provider packs them, and messages among them. */
  batch(): Batch;
  /** The callback without the id of this status, and with its proof. */
  withoutId(callback: Callback, statusId: string): Callback;
  /** A `failed` status for each verdict that this provider can give. */
  readonly verdicts: readonly { readonly callback: Callback; readonly verdict: StatusVerdict }[];
  /** For a provider whose other side is the simulator: people then write through it, and have files and templates. */
  readonly simulator?: Simulator;
  close(): Promise<void>;
}

export type MakeBench = () => Promise<ProviderBench>;

export interface Running {
  readonly bench: ProviderBench;
  readonly http: OutgoingHttp;
}

/** The secrets of a sender that has these fields; one that is left empty is none. */
export const secretsIn = ({ fields: declared }: Pick<Provider, 'fields'>, fields: ProviderFields): string[] =>
  declared.flatMap(({ name, isSecret }) => (isSecret && fields[name] ? [fields[name]] : []));
