// Describes the parts of an incoming message besides its text, and further details of a status, for every provider.

import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import type { StatusDetails } from '@hudhud/contract/status-details.ts';
import { findProvider } from './registry.ts';

/** A provider that is gone left messages behind; they are shown without details. */
export const describeIncoming = (provider: string, raw: unknown): IncomingDetails =>
  findProvider(provider)?.callbacks.describe(raw) ?? {};

export const describeStatus = (provider: string, raw: unknown): StatusDetails =>
  findProvider(provider)?.callbacks.describeStatus?.(raw) ?? {};
