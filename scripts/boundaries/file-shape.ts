// Sizes and names: small files, named after what they do, that hold something of their own.

import type { Finding } from './finding.ts';
import type { ScannedFile } from './scanned-file.ts';

const sourceLinesMax = 400;
const testLinesMax = 600;
// The target is 50; between 50 and 80 a reviewer decides, and the health figures count them.
const functionLinesMax = 80;

const grabBag = /(^|-)(utils?|helpers?|common|libs?|misc)$/;

export function checkShapes(files: ScannedFile[]): Finding[] {
  return [
    ...files.flatMap((file) => [...size(file), ...functionSizes(file), ...barrel(file)]),
    ...names(files),
  ];
}

export function isOverCap(file: ScannedFile): boolean {
  return file.lineCount > linesMax(file);
}

const linesMax = (file: ScannedFile) => (file.isTest ? testLinesMax : sourceLinesMax);

function size(file: ScannedFile): Finding[] {
  if (!isOverCap(file)) return [];
  const advice = `split it: ${file.lineCount} lines, and the cap is ${linesMax(file)}.`;
  return [{ path: file.path, line: 1, rule: 'file-size', advice }];
}

function functionSizes(file: ScannedFile): Finding[] {
  // A describe() is a function too, and as long as its tests.
  if (file.isTest) return [];
  return file.functions
    .filter(({ lineCount }) => lineCount > functionLinesMax)
    .map(({ name, line, lineCount }) => ({
      path: file.path,
      line,
      rule: 'function-size',
      advice: `split ${name}: ${lineCount} lines, and the cap is ${functionLinesMax} (target 50).`,
    }));
}

function barrel({ path, isBarrel }: ScannedFile): Finding[] {
  if (!isBarrel) return [];
  const advice = 'delete this file, which only passes on exports, and import from where things are.';
  return [{ path, line: 1, rule: 'barrel', advice }];
}

function names(files: ScannedFile[]): Finding[] {
  const reported = new Set<string>();
  return files.flatMap(({ path }) => {
    const parts = path.split('/').map((part) => part.replace(/\..*$/, ''));
    const at = parts.findIndex((part) => grabBag.test(part));
    const place = path
      .split('/')
      .slice(0, at + 1)
      .join('/');
    if (at === -1 || reported.has(place)) return [];
    reported.add(place);
    return [
      {
        path,
        line: 1,
        rule: 'name',
        advice: `rename ${place} after what it does; a grab-bag name invites everything.`,
      },
    ];
  });
}
