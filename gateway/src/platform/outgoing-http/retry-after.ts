// When the other side asks to be called again. Taken with care: what it says must not park us for good.

const hourSeconds = 3_600;

/** Whole seconds from now, at least one and at most an hour unless the caller allows more; null when nothing readable is said. RFC 9110, 10.2.3. */
export const readRetryAfter = (
  headers: Readonly<Record<string, string>>,
  now: number = Date.now(),
  secondsMax: number = hourSeconds,
): number | null => {
  const said = headers['retry-after']?.trim() ?? '';
  const seconds = /^\d+$/.test(said)
    ? Number(said)
    : /[a-z]/i.test(said)
      ? (Date.parse(said) - now) / 1_000
      : Number.NaN;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.ceil(seconds), 1), secondsMax);
};
