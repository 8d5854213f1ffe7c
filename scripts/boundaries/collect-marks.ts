// The texts of a file, its `any` types, and the tests that are switched off or singled out.

import type { ESTree } from 'vite';
import { type Collectors, type LineOf, nameOf, type ScannedFile } from './scanned-file.ts';

const testFunctions = new Set(['test', 'it', 'describe', 'suite', 'bench']);

export function collectMarks(file: ScannedFile, lineOf: LineOf): Collectors {
  return {
    TSAnyKeyword: (node) => void file.anyLines.push(lineOf(node.start)),
    Literal(node) {
      if (typeof node.value === 'string') file.strings.push({ text: node.value, line: lineOf(node.start) });
    },
    TemplateLiteral(node) {
      const text = node.quasis.map((part) => part.value.cooked ?? part.value.raw).join('?');
      file.strings.push({ text, line: lineOf(node.start) });
    },
    CallExpression(node) {
      const name = switchedTest(node.callee);
      if (name) file.switchedTests.push({ name, line: lineOf(node.start) });
    },
  };
}

// Walks `test.concurrent.only` down to its first name, so that a `list.skip(3)` is left alone.
function switchedTest(callee: ESTree.Expression): string | undefined {
  const chain: string[] = [];
  let at: ESTree.Expression = callee;
  while (at.type === 'MemberExpression') {
    chain.unshift(nameOf(at.property));
    at = at.object;
  }
  if (!testFunctions.has(nameOf(at))) return undefined;
  return chain.some((name) => name === 'only' || name === 'skip')
    ? [nameOf(at), ...chain].join('.')
    : undefined;
}
