// Which lines of a text became which lines of another: for comparing a request with the one that it repeats.

export interface Line {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Longer texts are not compared line by line: the table of the comparison would be as large as both multiplied. */
const comparedLinesMax = 400;

export function compareLines(before: string, after: string): Line[] {
  const old = before.split('\n').slice(0, comparedLinesMax);
  const now = after.split('\n').slice(0, comparedLinesMax);
  const common = commonLengths(old, now);
  const lines: Line[] = [];
  let left = 0;
  let right = 0;
  while (left < old.length || right < now.length) {
    const one = old[left];
    const other = now[right];
    if (one !== undefined && one === other) {
      lines.push({ kind: 'same', text: one });
      left += 1;
      right += 1;
    } else if (
      other === undefined ||
      (one !== undefined && (common[left + 1]?.[right] ?? 0) >= (common[left]?.[right + 1] ?? 0))
    ) {
      lines.push({ kind: 'gone', text: one ?? '' });
      left += 1;
    } else {
      lines.push({ kind: 'new', text: other });
      right += 1;
    }
  }
  return lines;
}

/** How many lines the rests have in common, from each pair of places on. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let left = old.length - 1; left >= 0; left -= 1) {
    const row = table[left] as number[];
    const below = table[left + 1] as number[];
    for (let right = now.length - 1; right >= 0; right -= 1) {
      row[right] =
        old[left] === now[right]
          ? (below[right + 1] ?? 0) + 1
          : Math.max(below[right] ?? 0, row[right + 1] ?? 0);
    }
  }
  return table;
}
