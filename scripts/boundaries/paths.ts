// The facts that a path alone gives: whose file it is, and where an import leads.

import path from 'node:path';

const workspaces = [
  'contract',
  'embedded-postgres',
  'gateway',
  'simulator',
  'dashboard',
  'n8n-node',
  'client',
] as const;
export type Area = (typeof workspaces)[number] | 'scripts';

const packageNames: Record<string, Area> = {
  '@hudhud/contract': 'contract',
  '@hudhud/embedded-postgres': 'embedded-postgres',
  '@hudhud/gateway': 'gateway',
  '@hudhud/simulator': 'simulator',
  '@hudhud/dashboard': 'dashboard',
  'n8n-nodes-hudhud': 'n8n-node',
  'hudhud-client': 'client',
};

export function areaOf(file: string): Area | undefined {
  const [first] = file.split('/');
  return [...workspaces, 'scripts' as const].find((area) => area === first);
}

/** Tests, what supports them, benchmarks and tool settings: code that no customer runs. */
export function isTestCode(file: string): boolean {
  return (
    /\.(test|spec)\.(tsx?|mjs)$/.test(file) ||
    /\/(tests|tests-support|bench)\//.test(file) ||
    /\.config\.ts$/.test(file)
  );
}

/**
 * Where an import leads, as a path in the repository, or undefined for a package that is not ours. The path need not be
 * that of an existing file: the rules about rooms only look at the folder.
 */
export function resolveImport(
  from: string,
  specifier: string,
  exists: (file: string) => boolean,
): string | undefined {
  const target = specifier.startsWith('.')
    ? path.posix.join(path.posix.dirname(from), specifier)
    : ownPackage(specifier);
  if (target === undefined) return undefined;
  // The n8n node and Vite allow imports without an extension, or with the one that a compiler would write.
  const bare = target.replace(/\.js$/, '');
  const candidates = [target, `${bare}.ts`, `${bare}.tsx`, `${bare}/index.ts`];
  return candidates.find(exists) ?? target;
}

function ownPackage(specifier: string): string | undefined {
  const name = Object.keys(packageNames).find((own) => specifier === own || specifier.startsWith(`${own}/`));
  if (!name) return undefined;
  const inside = specifier.slice(name.length + 1);
  return inside ? `${packageNames[name]}/src/${inside}` : `${packageNames[name]}/src`;
}
