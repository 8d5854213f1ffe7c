// Builds the dashboard into dashboard/dist, which the gateway serves. Every file but index.html and the favicon
// carries a hash in its name, so the gateway may tell browsers to keep it for ever.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import manifest from '../package.json' with { type: 'json' };
import { heavyParts, isHeavy } from './heavy-modules.ts';
import { refuseRings } from './refuse-rings.ts';
import { stylesAtOnce, stylesWithParts } from './styles-with-parts.ts';
import { subsetFonts } from './subset-fonts.ts';

const compressible = /\.(?:css|html|js|svg)$/;

/** Puts a .br and a .gz beside every file, so that the gateway never compresses while a request waits. */
function compressOutput(): Plugin {
  return {
    name: 'compress-output',
    apply: 'build',
    async closeBundle() {
      const folder = join(import.meta.dirname, 'dist');
      for (const name of await readdir(folder, { recursive: true })) {
        if (!compressible.test(name)) continue;
        const path = join(folder, name);
        const bytes = await readFile(path);
        await writeFile(`${path}.br`, brotliCompressSync(bytes));
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), subsetFonts(), stylesWithParts(), stylesAtOnce(), refuseRings(), compressOutput()],
  define: { __HUDHUD_VERSION__: JSON.stringify(manifest.version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The Content-Security-Policy has no data: in font-src, so nothing is inlined into CSS.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What counts is the first load after compression; tests/shell.spec.ts holds it.
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // What changes only with a dependency, so that a new version of ours leaves it in the cache.
            { name: 'vendor', tags: ['$initial'], test: /node_modules/ },
            { name: 'shell', tags: ['$initial'] },
            // What the frame and the overview import, and nothing else: the first page behind the sign-in. A part of them that is
            // not on the screen at once is imported when it is asked for, and so stays out by itself.
            {
              name: 'frame',
              test: /src\/(?:shell\/layout|pages\/overview\/(?:overview-page|message-counts))\.tsx$/,
              includeDependenciesRecursively: true,
            },
            ...Object.entries(heavyParts).map(([name, test]) => ({ name, test })),
            // What else several pages share: one file instead of some thirty small ones.
            {
              name: 'shared',
              minShareCount: 4,
              test: (id: string) => id.includes('node_modules') || !/\.tsx?$/.test(id) || !isHeavy(id),
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000' } },
  test: { name: 'dashboard', include: ['src/**/*.test.ts'] },
});
