// The arithmetic of bars: where the lines of a scale stand, and which bars get a label. Pure, so that it can be tested.

/** The lines of a scale from 0 to the highest count or a little more: whole numbers, at most `linesMax` steps apart alike. */
export function scaleLines(highest: number, linesMax = 4): number[] {
  const atLeast = Math.max(1, highest) / linesMax;
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= atLeast) ?? 10) * power);
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Every how many bars a label has room, the last one always among them. */
export const labelEvery = (bars: number, width: number, labelWidth: number): number =>
  Math.max(1, Math.ceil((bars * labelWidth) / Math.max(1, width)));
