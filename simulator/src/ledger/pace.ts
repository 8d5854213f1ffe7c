// How fast each phone number was used: counts per second, and the most that ever fell into one second wherever that
// second begins. Kept while messages pass, so a long run needs no stored messages to be judged.

export interface PaceReport {
  phoneNumberId: string;
  total: number;
  /** The most messages in any span of 1,000 ms, not only from full second to full second. */
  peakInOneSecond: number;
  /** Seconds since 1970 with their counts; the last hour of use. */
  seconds: { second: number; count: number }[];
}

export interface Pace {
  note(phoneNumberId: string, atMs: number): void;
  report(): PaceReport[];
  clear(): void;
}

const secondsKept = 3_600;

interface Track {
  total: number;
  peak: number;
  counts: Map<number, number>;
  /** Times within the last second, oldest at `head`. */
  recent: number[];
  head: number;
}

export function createPace(): Pace {
  const tracks = new Map<string, Track>();

  return {
    note(phoneNumberId, atMs) {
      let track = tracks.get(phoneNumberId);
      if (!track) {
        track = { total: 0, peak: 0, counts: new Map(), recent: [], head: 0 };
        tracks.set(phoneNumberId, track);
      }
      count(track, atMs);
    },
    report: () =>
      [...tracks].map(([phoneNumberId, { total, peak, counts }]) => ({
        phoneNumberId,
        total,
        peakInOneSecond: peak,
        seconds: [...counts].map(([second, count]) => ({ second, count })),
      })),
    clear: () => tracks.clear(),
  };
}

function count(track: Track, atMs: number): void {
  track.total += 1;
  const second = Math.floor(atMs / 1000);
  track.counts.set(second, (track.counts.get(second) ?? 0) + 1);
  if (track.counts.size > secondsKept) forgetOldest(track.counts);
  track.recent.push(atMs);
  while ((track.recent[track.head] as number) <= atMs - 1000) track.head += 1;
  track.peak = Math.max(track.peak, track.recent.length - track.head);
  if (track.head > 4_096) {
    track.recent.splice(0, track.head);
    track.head = 0;
  }
}

/** A tenth at once: finding the first key of a map walks over all that were deleted before. */
function forgetOldest(counts: Map<number, number>): void {
  for (const oldest of counts.keys()) {
    if (counts.size <= secondsKept * 0.9) break;
    counts.delete(oldest);
  }
}
