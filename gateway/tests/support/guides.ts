// The guides as the tests read them: their links, their headings, and the blocks that are meant to be run.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const docsFolder = fileURLToPath(new URL('../../../docs/', import.meta.url));

export interface Guide {
  readonly name: string;
  readonly text: string;
}

export const readGuide = (name: string): Guide => ({
  name,
  text: readFileSync(join(docsFolder, name), 'utf8'),
});

export const allGuides = (): Guide[] =>
  readdirSync(docsFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map(readGuide);

const codeBlock = /^```([^\n]*)\n([\s\S]*?)^```$/gm;

/** The anchor that GitHub makes of a heading, and the dashboard too. */
export const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.replace(codeBlock, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/** Every place that a guide links to, outside of code. */
export const linksOf = (text: string): string[] =>
  [
    ...text
      .replace(codeBlock, '')
      .replace(/`[^`]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ].map(([, to = '']) => to);

export interface RunnableBlock {
  readonly guide: string;
  /** `run=backup` has the name `backup`; plain `run` has none and needs nothing but a gateway. */
  readonly name: string;
  readonly commands: string;
}

/** Blocks that are marked with `sh run`. */
export const runnableBlocks = (): RunnableBlock[] =>
  allGuides().flatMap(({ name: guide, text }) =>
    [...text.matchAll(codeBlock)].flatMap(([, info = '', commands = '']) => {
      const mark = /^sh run(?:=(\S+))?$/.exec(info.trim());
      return mark ? [{ guide, name: mark[1] ?? '', commands }] : [];
    }),
  );
