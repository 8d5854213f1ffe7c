// Marks in the code that say "not finished" or "not checked".

import type { Finding } from './finding.ts';
import type { ScannedFile } from './scanned-file.ts';

export function checkMarks(files: ScannedFile[]): Finding[] {
  return files.flatMap((file) => [
    ...parseErrors(file),
    ...anys(file),
    ...unfinished(file),
    ...switchedTests(file),
  ]);
}

function parseErrors({ path, parseError }: ScannedFile): Finding[] {
  if (!parseError) return [];
  return [{ path, line: parseError.line, rule: 'syntax', advice: `mend the syntax: ${parseError.message}` }];
}

function anys({ path, anyLines }: ScannedFile): Finding[] {
  const advice = 'give it a type; where the value comes from outside, take "unknown" and parse it.';
  return anyLines.map((line) => ({ path, line, rule: 'any', advice }));
}

function unfinished({ path, comments }: ScannedFile): Finding[] {
  const advice = 'do it now, or open an issue and write its number behind the mark (#123).';
  return comments
    .filter(({ text }) => /\b(TODO|FIXME|XXX)\b(?![^\n]*#\d)/.test(text))
    .map(({ line }) => ({ path, line, rule: 'todo', advice }));
}

function switchedTests({ path, isTest, switchedTests: switched }: ScannedFile): Finding[] {
  if (!isTest) return [];
  return switched.map(({ name, line }) => ({
    path,
    line,
    rule: 'switched-test',
    advice: `remove "${name}": a test runs always, or is deleted.`,
  }));
}
