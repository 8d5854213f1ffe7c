// Reads one file with a real parser and keeps only what the rules ask about. A parser, because the rules are about code:
// a word in a comment or in a string of a test must not trip them.

import { type ESTree, parseSync, Visitor } from 'vite';
import { collectMarks } from './collect-marks.ts';
import { collectEnvironmentReads, collectOutgoingHttp } from './collect-outside-access.ts';
import type { SourceText } from './finding.ts';
import { isTestCode } from './paths.ts';
import { type Collectors, type LineOf, nameOf, type ScannedFile } from './scanned-file.ts';

function collectImports(file: ScannedFile, lineOf: LineOf): Collectors {
  const add = (source: ESTree.Node | null) => {
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
    file.imports.push({ specifier: source.value, line: lineOf(source.start) });
  };
  return {
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
  };
}

function collectFunctions(file: ScannedFile, lineOf: LineOf): Collectors {
  // A function without a name of its own is called after what it is assigned to. Keyed by where it begins.
  const names = new Map<number, string>();
  const name = (key: ESTree.Node, value: ESTree.Node | null) => {
    if (value) names.set(value.start, nameOf(key));
  };
  const add = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const line = lineOf(node.start);
    file.functions.push({
      name: ('id' in node && node.id?.name) || names.get(node.start) || 'a function',
      line,
      lineCount: lineOf(node.end - 1) - line + 1,
    });
  };
  return {
    VariableDeclarator: (node) => name(node.id, node.init),
    Property: (node) => name(node.key, node.value),
    MethodDefinition: (node) => name(node.key, node.value),
    PropertyDefinition: (node) => name(node.key, node.value),
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  };
}

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
