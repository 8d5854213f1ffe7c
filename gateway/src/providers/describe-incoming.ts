// What an incoming message holds besides its text, whoever carried it.

import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import { findProvider } from './registry.ts';

/** A provider that is gone left messages behind; they are told without details. */
export const describeIncoming = (provider: string, raw: unknown): IncomingDetails =>
  findProvider(provider)?.callbacks.describe(raw) ?? {};
