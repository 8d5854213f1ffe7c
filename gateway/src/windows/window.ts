// The arithmetic of the 24-hour window: a person who has written may be sent free text for a day, by the provider's clock.
// Outside it only templates are carried.

export const windowMilliseconds = 24 * 3_600_000;

/**
 * A message that leaves so shortly before the end would arrive after it: the provider's clock is not ours, and it takes
 * messages at a pace of its own.
 */
export const marginMilliseconds = 60_000;

/** From here on a window counts as closing. */
export const closingMilliseconds = 2 * 3_600_000;

export type WindowState = 'open' | 'closing' | 'closed';

export const closesAt = (lastIncomingAt: Date | null): Date | null =>
  lastIncomingAt && new Date(lastIncomingAt.getTime() + windowMilliseconds);

/** Whether free text may leave now. `closes` is milliseconds since 1970; null or undefined: no window is known. */
export const maySendUntil = (closes: number | null | undefined, now: number): boolean =>
  closes !== null && closes !== undefined && now < closes - marginMilliseconds;

export const windowState = (lastIncomingAt: Date | null, now: number): WindowState => {
  const closes = closesAt(lastIncomingAt)?.getTime();
  if (!maySendUntil(closes, now) || closes === undefined) return 'closed';
  return closes - now < closingMilliseconds ? 'closing' : 'open';
};

/** Kinds of incoming messages that are not a person writing: they open nothing. */
const silentTypes: ReadonlySet<string> = new Set(['system', 'request_welcome', 'edit', 'revoke']);

/** Whether an incoming message opens the window: texts, files, buttons and reactions all do. */
export const opensWindow = (type: string): boolean => !silentTypes.has(type);
