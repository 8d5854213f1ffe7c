// Files that reach each other through imports cannot be understood, tested or moved alone. Type imports count: the
// reader has to follow them too.

import type { Finding } from './finding.ts';
import { resolveImport } from './paths.ts';
import type { ScannedFile } from './scanned-file.ts';

/** Each ring once, as the files in the order of their imports; the first is not repeated at the end. */
export function findRings(files: ScannedFile[]): string[][] {
  const known = new Set(files.map((file) => file.path));
  const graph = new Map<string, string[]>();
  for (const file of files) {
    const targets = file.imports.map(({ specifier }) =>
      resolveImport(file.path, specifier, (path) => known.has(path)),
    );
    graph.set(file.path, [
      ...new Set(targets.filter((target) => target !== undefined && known.has(target))),
    ] as string[]);
  }
  const rings: string[][] = [];
  const inRing = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (inRing.has(start)) continue;
    const ring = shortestWayBack(graph, start);
    if (!ring) continue;
    rings.push(ring);
    for (const path of ring) inRing.add(path);
  }
  return rings;
}

export function checkRings(files: ScannedFile[]): Finding[] {
  return findRings(files).map((ring) => ({
    path: ring[0] ?? '',
    line: 1,
    rule: 'ring',
    advice: `break the import ring ${[...ring, ring[0]].join(' -> ')}: move what both need into a file of its own.`,
  }));
}

/** Breadth first, so that of all rings through a file the one named is the shortest. */
function shortestWayBack(graph: Map<string, string[]>, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const next of graph.get(at) ?? []) {
      if (next === start) return wayTo(at, cameFrom);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, at);
      queue.push(next);
    }
  }
  return undefined;
}

function wayTo(end: string, cameFrom: Map<string, string>): string[] {
  const way = [end];
  for (let at = cameFrom.get(end); at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}
