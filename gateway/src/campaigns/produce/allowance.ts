// The number of messages that a campaign may produce now: enough to keep its sender busy for a few seconds, within its own
// limit.
// Pure arithmetic, so that it can be tried with any clock.

export interface AllowanceInput {
  /** Messages of the campaign that wait in the lane already. */
  readonly queued: number;
  readonly senderPerSecond: number;
  /** Null: as fast as the sender goes. */
  readonly limitPerSecond: number | null;
  /** Time that the limit has not been used for. */
  readonly elapsedSeconds: number;
}

const aheadSeconds = 5;
const aheadMin = 20;
/** The table is not flooded, however fast the sender is. */
const aheadMax = 4_000;

export const allowance = ({
  queued,
  senderPerSecond,
  limitPerSecond,
  elapsedSeconds,
}: AllowanceInput): number => {
  const ahead = Math.min(aheadMax, Math.max(aheadMin, Math.ceil(senderPerSecond * aheadSeconds)));
  const room = Math.max(0, ahead - queued);
  if (limitPerSecond === null) return room;
  return Math.min(room, Math.floor(limitPerSecond * elapsedSeconds));
};
