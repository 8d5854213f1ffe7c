// The component kit keeps the styles of its parts apart from their code. This brings them together: a part that is in a file of
// the build has its styles in the file beside it, so a page loads the styles of what it shows, and none can be forgotten.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import type { Plugin } from 'vite';

const classNamesOfPart = /\/node_modules\/@mantine\/core\/esm\/.*\.module\.mjs$/;
const stylesOfPart = /\/node_modules\/@mantine\/core\/esm\/.*\.layer\.css$/;
const entry = /\/src\/main\.tsx$/;
const { resolve } = createRequire(import.meta.url);

/**
 * In a build: the names of a part's classes bring its styles, under an address beside them, so that both go into the same file
 * (heavy-modules.ts). What others build on is imported by them, and so comes first.
 */
export function stylesWithParts(): Plugin {
  return {
    name: 'styles-with-parts',
    apply: 'build',
    resolveId: { filter: { id: stylesOfPart }, handler: (id) => ({ id, moduleSideEffects: true }) },
    load: {
      filter: { id: stylesOfPart },
      handler: (id) => readFile(resolve(`@mantine/core/styles/${basename(id)}`), 'utf8'),
    },
    transform: {
      filter: { id: classNamesOfPart },
      handler: (code, id) => ({
        code: `import '${id.replace('.module.mjs', '.layer.css')}';\n${code}`,
        map: null,
      }),
    },
  };
}

/** While developing: all at once, because packages are bundled beforehand, where no plugin of ours sees their files. */
export function stylesAtOnce(): Plugin {
  return {
    name: 'styles-at-once',
    apply: 'serve',
    transform: {
      filter: { id: entry },
      handler: (code) => ({ code: `import '@mantine/core/styles.layer.css';\n${code}`, map: null }),
    },
  };
}
