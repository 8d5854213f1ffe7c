// Limits that several providers have in common.

import type { ContentLimits, ProviderLimits } from './provider.ts';

/**
 * WhatsApp's own, which hold behind every provider: 80 messages a second per number; one in six seconds to one person,
 * with a burst of up to 45 borrowed. A few are kept in reserve, because its clock and ours do not count alike.
 */
export const whatsAppLimits: ProviderLimits = {
  messagesPerSecond: 80,
  pairMilliseconds: 6_000,
  pairBurst: 40,
};

/** Limits of a content that is accepted only in the 24 hours after the person last wrote. */
export const inWindow = (charactersMax: number): ContentLimits => ({ charactersMax, needsWindow: true });

/** Files with their captions. */
export const filesInWindow = {
  image: inWindow(1_024),
  video: inWindow(1_024),
  audio: inWindow(1_024),
  document: inWindow(1_024),
  sticker: inWindow(1_024),
};
