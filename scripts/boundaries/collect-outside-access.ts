// Finds where a file reaches out of the program: to the environment, and to other servers.

import type { ESTree } from 'vite';
import { type Collectors, type LineOf, nameOf, type ScannedFile } from './scanned-file.ts';

/** Sockets are among them: code that dials can speak HTTP. */
const clientModules = new Set(
  ['http', 'https', 'http2', 'net', 'tls'].flatMap((module) => [module, `node:${module}`]),
);
/** Packages that dial. */
const clientPackages = new Set(['undici', 'nodemailer']);
const clientNames = new Set([
  'request',
  'get',
  'connect',
  'createConnection',
  'Agent',
  'ClientRequest',
  'globalAgent',
]);

export function collectEnvironmentReads(file: ScannedFile, lineOf: LineOf): Collectors {
  const add = (node: ESTree.Node) => void file.environmentLines.push(lineOf(node.start));
  return {
    ImportDeclaration(node) {
      if (!/^(node:)?process$/.test(node.source.value)) return;
      for (const specifier of node.specifiers) if (importedName(specifier) === 'env') add(specifier);
    },
    MemberExpression(node) {
      if (nameOf(node.object) === 'process' && nameOf(node.property) === 'env') add(node);
    },
    VariableDeclarator(node) {
      if (!node.init || nameOf(node.init) !== 'process' || node.id.type !== 'ObjectPattern') return;
      const takesEnv = node.id.properties.some(
        (part) => part.type === 'Property' && nameOf(part.key) === 'env',
      );
      if (takesEnv) add(node);
    },
  };
}

export function collectOutgoingHttp(file: ScannedFile, lineOf: LineOf): Collectors {
  const add = (node: ESTree.Node) => void file.outgoingHttpLines.push(lineOf(node.start));
  // Local names under which a whole such module was imported; its server half does not matter here.
  const wholeModules = new Set<string>();
  return {
    ImportDeclaration(node) {
      if (clientPackages.has(node.source.value) && node.importKind !== 'type') add(node);
      if (!clientModules.has(node.source.value) || node.importKind === 'type') return;
      for (const specifier of node.specifiers) {
        if (specifier.type !== 'ImportSpecifier') wholeModules.add(specifier.local.name);
        else if (clientNames.has(importedName(specifier)) && specifier.importKind !== 'type') add(specifier);
      }
    },
    ImportExpression(node) {
      if (clientPackages.has(nameOf(node.source))) add(node);
    },
    MemberExpression(node) {
      if (wholeModules.has(nameOf(node.object)) && clientNames.has(nameOf(node.property))) add(node);
    },
    CallExpression(node) {
      if (isFetch(node.callee)) add(node);
    },
  };
}

function importedName(specifier: ESTree.ImportDeclarationSpecifier): string {
  return specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : '';
}

function isFetch(callee: ESTree.Expression): boolean {
  if (callee.type !== 'MemberExpression') return nameOf(callee) === 'fetch';
  return nameOf(callee.property) === 'fetch' && /^(globalThis|window|self)$/.test(nameOf(callee.object));
}
