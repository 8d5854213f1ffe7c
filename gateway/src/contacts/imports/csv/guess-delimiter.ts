// Guesses the delimiter of a CSV file: the character that stands in every line equally often.

const candidates = [',', ';', '\t', '|'] as const;

/** Excel writes this as the first line where the delimiter could be doubted. */
const saidAloud = /^sep=(.)\r?\n/i;

const linesMax = 50;

/** How often each candidate stands outside of quotes, line by line. */
const countLines = (sample: string): Map<string, number>[] => {
  const lines: Map<string, number>[] = [];
  let counts = new Map<string, number>();
  let isQuoted = false;
  let isEmpty = true;
  for (const character of sample) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\n' && !isQuoted) {
      if (!isEmpty) lines.push(counts);
      if (lines.length >= linesMax) return lines;
      counts = new Map();
      isEmpty = true;
      continue;
    } else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1);
    if (character.trim() !== '') isEmpty = false;
  }
  if (!isEmpty) lines.push(counts);
  return lines;
};

export interface GuessedDelimiter {
  readonly delimiter: string;
  /** Whether the first line only says which it is. */
  readonly isSaid: boolean;
}

export const guessDelimiter = (sample: string): GuessedDelimiter => {
  const said = saidAloud.exec(sample.replace(/^\ufeff/, ''))?.[1];
  if (said !== undefined) return { delimiter: said, isSaid: true };
  const lines = countLines(sample);
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of candidates) {
    const first = lines[0]?.get(delimiter) ?? 0;
    if (first === 0) continue;
    const agreeing = lines.filter((counts) => counts.get(delimiter) === first).length;
    const score = agreeing / lines.length + first / 1_000;
    if (score > best.score) best = { delimiter, score };
  }
  return { delimiter: best.delimiter, isSaid: false };
};
