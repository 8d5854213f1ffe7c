// The health of a number at its provider: read daily, and when its callbacks say that something changed.

import type { Failure } from '@hudhud/contract/failure.ts';
import type { OutgoingHttp } from '../platform/outgoing-http/outgoing-http.ts';
import type { ProviderFields } from './provider-call.ts';

/** Null: the provider does not report it. */
export interface SenderHealth {
  readonly quality: 'green' | 'yellow' | 'red' | null;
  /** People that may be written to first within 24 hours; Infinity for no limit. */
  readonly peoplePerDay: number | null;
  readonly messagesPerSecond: number | null;
  readonly name: string | null;
  /** Such as APPROVED, DECLINED or PENDING_REVIEW. */
  readonly nameStatus: string | null;
  readonly restrictions: readonly { readonly kind: string; readonly endsAt: Date | null }[];
  readonly tokenEndsAt: Date | null;
}

/** The standing of a number of which the provider says nothing. */
export const unreported: SenderHealth = {
  quality: null,
  peoplePerDay: null,
  messagesPerSecond: null,
  name: null,
  nameStatus: null,
  restrictions: [],
  tokenEndsAt: null,
};

const qualities: Readonly<Record<string, SenderHealth['quality']>> = {
  HIGH: 'green',
  GREEN: 'green',
  MEDIUM: 'yellow',
  YELLOW: 'yellow',
  LOW: 'red',
  RED: 'red',
};

/** The quality for a rating in words or in colours, in capitals. */
export const qualityOf = (rating: string): SenderHealth['quality'] => qualities[rating] ?? null;

/** One step of the doctor, in the order in which they are made; the first broken one ends it. */
export interface DoctorStep {
  /** A stable word such as `token`, `scopes`, `number`, `subscription`, `callback`. */
  readonly step: string;
  readonly title: string;
  readonly state: 'working' | 'broken' | 'skipped';
  readonly failure: Failure | null;
}

/** Working without a failure. A skipped step has none: an earlier step failed, or there is nothing to test. */
export const doctorStep = (
  step: string,
  title: string,
  failure: Failure | null,
  isSkipped = false,
): DoctorStep => ({
  step,
  title,
  state: isSkipped ? 'skipped' : failure ? 'broken' : 'working',
  failure: isSkipped ? null : failure,
});

/** Something that a person has to know. */
export interface HealthAlert {
  /** A stable word such as `restricted`, `name_declined`, `provider_alert`. */
  readonly kind: string;
  readonly detail: string;
  readonly action: string;
  readonly endsAt: Date | null;
}

/** A callback's news about a number's health; everything else it changed is read again. */
export interface HealthNews {
  readonly restrictions?: SenderHealth['restrictions'];
  readonly alert?: HealthAlert;
}

export interface HealthPart {
  /** The codes with which the provider refuses a token. */
  readonly tokenCodes?: readonly string[];
  read(
    http: OutgoingHttp,
    fields: ProviderFields,
  ): Promise<
    | { readonly kind: 'read'; readonly health: SenderHealth }
    | { readonly kind: 'broken'; readonly failure: Failure }
  >;
  /** Reads the news about health from a notice of a callback; null when it is about something else. */
  readonly readNotice?: (topic: string, raw: unknown) => HealthNews | null;
  /** The provider's own checks, beyond `testConnection`. An empty `callbackUrl` is not called. */
  examine(http: OutgoingHttp, fields: ProviderFields, callbackUrl: string): Promise<readonly DoctorStep[]>;
}
