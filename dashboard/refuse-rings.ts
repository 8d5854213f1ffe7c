// Ends the build when two of its files import each other: they would run in an order that leaves the page blank, and no
// other check would see it. heavy-modules.ts says which module goes into which file.

import type { Plugin, Rolldown } from 'vite';

type Imports = ReadonlyMap<string, readonly string[]>;

function findRing(imports: Imports, path: readonly string[]): readonly string[] | null {
  const here = path.at(-1) ?? '';
  for (const next of imports.get(here) ?? []) {
    if (next === path[0]) return [...path, next];
    if (path.includes(next)) continue;
    const ring = findRing(imports, [...path, next]);
    if (ring) return ring;
  }
  return null;
}

/** Files that nothing in a ring can reach are left out first, or the search would walk every path there is. */
function withoutEnds(imports: Imports): Imports {
  const left = new Map(imports);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [file, needed] of left) if (!needed.some((one) => left.has(one))) left.delete(file);
  }
  return left;
}

export function refuseRings(): Plugin {
  return {
    name: 'refuse-rings',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one): one is Rolldown.OutputChunk => one.type === 'chunk');
      const imports = withoutEnds(new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports])));
      for (const file of imports.keys()) {
        const ring = findRing(imports, [file]);
        if (ring) this.error(`These files import each other: ${ring.join(' > ')}. See heavy-modules.ts.`);
      }
    },
  };
}
