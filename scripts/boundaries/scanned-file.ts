// The facts that the rules know of a file.

import type { ESTree, Visitor } from 'vite';

export interface ScannedFile {
  path: string;
  isTest: boolean;
  lineCount: number;
  /** Static imports, re-exports, `import()` of a literal, and `import('...')` types. */
  imports: { specifier: string; line: number }[];
  /** String and template literals; each `${...}` of a template stands as `?`. */
  strings: { text: string; line: number }[];
  comments: { text: string; line: number }[];
  functions: { name: string; line: number; lineCount: number }[];
  anyLines: number[];
  environmentLines: number[];
  outgoingHttpLines: number[];
  /** `test.only(`, `describe.skip(` and the like. */
  switchedTests: { name: string; line: number }[];
  isBarrel: boolean;
  parseError?: { message: string; line: number };
}

export type LineOf = (offset: number) => number;
/** The functions that a walk over the syntax tree calls for each kind of node. */
export type Collectors = ConstructorParameters<typeof Visitor>[0];

/** The name of an identifier or of a quoted key; empty for everything else. */
export function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}
