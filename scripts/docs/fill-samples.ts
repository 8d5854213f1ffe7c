// Puts the files of docs/samples/ into the guides that show them, so that what people read is what the tests have run.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const place = /<!-- sample (\S+) -->[\s\S]*?<!-- \/sample -->/g;

const languages: Readonly<Record<string, string>> = {
  '.cs': 'csharp',
  '.java': 'java',
  '.mjs': 'js',
  '.php': 'php',
  '.py': 'python',
  '.service': 'ini',
  '.sh': 'sh',
};

const languageOf = (name: string): string => languages[path.extname(name)] ?? '';

/** A page with every sample in its place. */
export const withSamples = (page: string, readSample: (name: string) => string): string =>
  page.replace(
    place,
    (_whole, name: string) =>
      `<!-- sample ${name} -->\n\n\`\`\`${languageOf(name)}\n${readSample(name).trimEnd()}\n\`\`\`\n\n<!-- /sample -->`,
  );

export const fillSamples = (docs: string): void => {
  for (const name of readdirSync(docs).filter((file) => file.endsWith('.md'))) {
    const file = path.join(docs, name);
    const page = readFileSync(file, 'utf8');
    const filled = withSamples(page, (sample) => readFileSync(path.join(docs, 'samples', sample), 'utf8'));
    if (filled !== page) writeFileSync(file, filled);
  }
};
