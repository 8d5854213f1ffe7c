// Reads one file with a real parser and keeps only what the rules ask about. A parser, because the rules are about code:
// a word in a comment or in a string of a test must not trip them.

import { type ESTree, parseSync, Visitor } from 'vite';
import { collectFunctions } from './collect-functions.ts';
import { collectImports } from './collect-imports.ts';
import { collectMarks } from './collect-marks.ts';
import { collectEnvironmentReads, collectOutgoingHttp } from './collect-outside-access.ts';
import type { SourceText } from './finding.ts';
import { isTestCode } from './paths.ts';
import type { LineOf, ScannedFile } from './scanned-file.ts';

const collectorMakers = [
  collectImports,
  collectEnvironmentReads,
  collectOutgoingHttp,
  collectFunctions,
  collectMarks,
];

export function scanSource({ path, text }: SourceText): ScannedFile {
  const lineOf = lineFinder(text);
  const { program, comments, errors } = parseSync(path, text, { sourceType: 'module' });
  const file: ScannedFile = {
    path,
    isTest: isTestCode(path),
    lineCount: text === '' ? 0 : lineOf(text.length - 1),
    imports: [],
    strings: [],
    comments: comments.map((comment) => ({ text: comment.value, line: lineOf(comment.start) })),
    functions: [],
    anyLines: [],
    environmentLines: [],
    outgoingHttpLines: [],
    switchedTests: [],
    isBarrel: isBarrel(program),
  };
  const [error] = errors;
  if (error) file.parseError = { message: error.message, line: lineOf(error.labels[0]?.start ?? 0) };
  for (const makeCollectors of collectorMakers) new Visitor(makeCollectors(file, lineOf)).visit(program);
  return file;
}

/** A file that only passes on what others export: nothing is declared in it. */
function isBarrel(program: ESTree.Program): boolean {
  const passesOn = program.body.some((statement) => statement.type.startsWith('Export'));
  return (
    passesOn &&
    program.body.every((statement) => {
      if (statement.type === 'ImportDeclaration' || statement.type === 'ExportAllDeclaration') return true;
      return statement.type === 'ExportNamedDeclaration' && !statement.declaration;
    })
  );
}

function lineFinder(text: string): LineOf {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
