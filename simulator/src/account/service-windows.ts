// When each person last wrote to each number, and who asked for no more marketing. The 24-hour service window and
// 131050 hang on these two.
import type { Clock } from '../time/clock.ts';

export interface ServiceWindows {
  open(phoneNumberId: string, waId: string): void;
  isOpen(phoneNumberId: string, waId: string): boolean;
  stopMarketing(phoneNumberId: string, waId: string): void;
  resumeMarketing(phoneNumberId: string, waId: string): void;
  hasStoppedMarketing(phoneNumberId: string, waId: string): boolean;
  clear(): void;
}

const windowMs = 24 * 3_600_000;
const pairsMax = 200_000;

export function createServiceWindows(clock: Clock): ServiceWindows {
  const lastWrote = new Map<string, number>();
  const stopped = new Set<string>();
  const pair = (phoneNumberId: string, waId: string) => `${phoneNumberId} ${waId}`;

  return {
    open(phoneNumberId, waId) {
      const key = pair(phoneNumberId, waId);
      // Deleting first keeps the map in order of writing, so the first key is the stalest.
      lastWrote.delete(key);
      lastWrote.set(key, clock.now());
      if (lastWrote.size <= pairsMax) return;
      for (const stalest of lastWrote.keys()) {
        if (lastWrote.size <= pairsMax * 0.9) break;
        lastWrote.delete(stalest);
      }
    },
    isOpen(phoneNumberId, waId) {
      const at = lastWrote.get(pair(phoneNumberId, waId));
      return at !== undefined && clock.now() - at < windowMs;
    },
    stopMarketing: (phoneNumberId, waId) => void stopped.add(pair(phoneNumberId, waId)),
    resumeMarketing: (phoneNumberId, waId) => void stopped.delete(pair(phoneNumberId, waId)),
    hasStoppedMarketing: (phoneNumberId, waId) => stopped.has(pair(phoneNumberId, waId)),
    clear() {
      lastWrote.clear();
      stopped.clear();
    },
  };
}
