// How updates become POSTs to a business: what a provider reports at all, how many in one body, with which proof, and
// when it tries again.
import type { BusinessNumber } from '../account/numbers.ts';
import type { Settings } from '../settings.ts';
import type { WebhookOutcome } from './send-webhook.ts';
import type { Update } from './updates.ts';

export interface CallbackPost {
  /** As it is called, with its query; a fragment has been cut off. */
  url: string;
  /** The part of the address after its `#`, which some providers read as instructions. */
  fragment: string;
  body: string;
  number: BusinessNumber;
  /** 1 for the first. */
  attempt: number;
  settings: Settings;
}

export interface CallbackFormat {
  /** False for what this provider sends no callbacks about. */
  carries(update: Update): boolean;
  /** Updates in one POST; null leaves it to the setting `webhook_batch_max`. */
  readonly updatesMax: number | null;
  /** POSTs in flight to one address of a provider that keeps no order; null leaves it to `webhook_concurrency`. */
  readonly concurrency: number | null;
  /** `publicUrl` is where the dialect is reached, for links to media. */
  write(updates: readonly Update[], settings: Settings, publicUrl: string): string;
  /** The type of the body and the proof. Asked for every attempt. */
  headers(post: CallbackPost): Record<string, string>;
  isTaken(status: number): boolean;
  /** Whether a POST that was not accepted is sent again. */
  isRepeated(outcome: WebhookOutcome, post: CallbackPost): boolean;
}
