// The figures of style.md, table 1.1, about ourselves, so that the code can be compared with its models at any time.

import { isOverCap } from './file-shape.ts';
import { findRings } from './import-rings.ts';
import { areaOf } from './paths.ts';
import type { ScannedFile } from './scanned-file.ts';

export function healthFigures(files: ScannedFile[]): string {
  const sources = files.filter((file) => !file.isTest);
  const tests = files.filter((file) => file.isTest);
  const sizes = sources.map((file) => file.lineCount).sort((a, b) => a - b);
  const biggest = sources.reduce<ScannedFile | undefined>(
    (best, file) => (best && best.lineCount >= file.lineCount ? best : file),
    undefined,
  );
  const longFunctions = sources.flatMap((file) => file.functions).filter(({ lineCount }) => lineCount > 50);
  const environmentReaders = sources.filter(
    (file) => areaOf(file.path) !== 'scripts' && file.environmentLines.length > 0,
  );
  return [
    `${sources.length} files and ${tests.length} of tests`,
    `median/p95 lines ${quantile(sizes, 0.5)}/${quantile(sizes, 0.95)}`,
    `biggest ${biggest ? `${biggest.path} ${biggest.lineCount}` : 'none'}`,
    `rings ${findRings(files).length}`,
    `over cap ${files.filter(isOverCap).length}`,
    `functions over 50 lines ${longFunctions.length}`,
    `any ${files.reduce((sum, file) => sum + file.anyLines.length, 0)}`,
    `env readers ${environmentReaders.length}`,
    `test:source lines ${ratio(lineSum(tests), lineSum(sources))}`,
  ].join('; ');
}

const lineSum = (files: ScannedFile[]) => files.reduce((sum, file) => sum + file.lineCount, 0);
const ratio = (part: number, whole: number) => (whole === 0 ? '0' : (part / whole).toFixed(2));

function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
