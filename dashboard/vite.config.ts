// Builds the dashboard into dashboard/dist, which the gateway serves. Every file but index.html and the favicon
// carries a hash in its name, so the gateway may tell browsers to keep it for ever.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const compressible = /\.(?:css|html|js|svg)$/;

/** Puts a .br and a .gz beside every file, so that the gateway never compresses while somebody waits. */
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
  plugins: [react(), compressOutput()],
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
            // What only the pages with lists, dialogs or forms need. A group must not be needed by `shared`: two files
            // that import each other run in an order that breaks the kit's components.
            {
              name: 'lists',
              test: /mantine-datatable|use-pagination|InlineInput|parts\/(?:list-page|record-table|refresh-controls|filter-|time-range-filter|detail-drawer|log-tabs)|pages\/(?:calls|deliveries)\/\w+-columns|core\/esm\/components\/(?:Checkbox|Combobox|Pagination|Pill|Select|SegmentedControl|Switch|Table)/,
            },
            { name: 'dialogs', test: /core\/esm\/components\/(?:Drawer|Modal|Overlay)/ },
            {
              name: 'forms',
              test: /@mantine\/form|klona|fast-deep-equal|core\/esm\/components\/(?:(?:Text|Password)[iI]nput|Textarea)/,
            },
            {
              name: 'toasts',
              test: /@mantine\/notifications|react-transition-group|components\/Notification/,
            },
            {
              name: 'details',
              test: /core\/esm\/components\/SimpleGrid|queries\/(?:calls|deliveries|simulator|webhooks)|(?:confirm|secret)-dialog/,
            },
            // What else several pages share: one file instead of some thirty small ones.
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': process.env.GATEWAY_URL ?? 'http://127.0.0.1:3000' } },
  test: { name: 'dashboard', include: ['src/**/*.test.ts'] },
});
