// All house rules over a list of files. Pure, so that the tests can show each rule failing.

import { checkMarks } from './code-marks.ts';
import { applyExceptions, type Exception } from './exceptions.ts';
import { checkShapes } from './file-shape.ts';
import type { Finding, SourceText } from './finding.ts';
import { healthFigures } from './health-figures.ts';
import { checkRings } from './import-rings.ts';
import { checkRestrictedCode } from './restricted-code.ts';
import { checkRooms } from './rooms.ts';
import { scanSource } from './scan-source.ts';

const rules = [checkMarks, checkRooms, checkRings, checkRestrictedCode, checkShapes];

export function checkFiles(
  sources: SourceText[],
  allowed: Exception[] = [],
): { findings: Finding[]; health: string } {
  const files = sources.map(scanSource);
  const findings = applyExceptions(
    rules.flatMap((rule) => rule(files)),
    allowed,
  );
  findings.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
  return { findings, health: healthFigures(files) };
}
