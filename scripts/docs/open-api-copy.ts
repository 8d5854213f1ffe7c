// The copy of the OpenAPI document in the repository: where it lies, how it is written, and what may not change in it.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../../gateway/src/open-api/open-api-document.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const copyName = 'contract/openapi.json';
export const copyPath = `${root}${copyName}`;

/** The address of a gateway that was started with nothing set. */
export const copyAddress = 'http://127.0.0.1:3000';

/** The same document at the address of the copy, from any gateway. */
export const toCopy = (document: OpenApiDocument): string => {
  const address = document.servers?.[0]?.url ?? '';
  return `${JSON.stringify(document, null, 1).replaceAll(address, copyAddress)}\n`;
};

/** The copy that customers have: that of the last commit. Outside a git repository, the file itself. */
const committedCopy = (): string | null => {
  try {
    return execFileSync('git', ['show', `HEAD:${copyName}`], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return null;
  }
};

/** Changes that break customers of the last commit. None once the version was raised. */
export const breakingChanges = (document: OpenApiDocument): string[] => {
  const text = committedCopy();
  if (text === null) return [];
  const before = JSON.parse(text) as OpenApiDocument;
  return before.info.version === document.info.version ? findBreakingChanges(before, document) : [];
};

export const readCopy = (): string => readFileSync(copyPath, 'utf8');
