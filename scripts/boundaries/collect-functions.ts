import type { ESTree } from 'vite';
import { type Collectors, type LineOf, nameOf, type ScannedFile } from './scanned-file.ts';

export function collectFunctions(file: ScannedFile, lineOf: LineOf): Collectors {
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
