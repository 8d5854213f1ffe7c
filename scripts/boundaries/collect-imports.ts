import type { ESTree } from 'vite';
import type { Collectors, LineOf, ScannedFile } from './scanned-file.ts';

export function collectImports(file: ScannedFile, lineOf: LineOf): Collectors {
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
