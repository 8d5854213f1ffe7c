// Three things that may only be done in a few places: reading the environment, speaking SQL, calling other servers.

import type { Finding } from './finding.ts';
import type { ScannedFile } from './scanned-file.ts';

const sqlPlaces = [
  /\/queries\.ts$/,
  /^gateway\/migrations\//,
  /^gateway\/src\/platform\/database\/[^/]*\.ts$/,
  /^embedded-postgres\/src\//,
];

const outgoingHttpPlaces = [
  /^gateway\/src\/platform\/outgoing-http\//,
  // None of them speaks HTTP: one to the operator's mail server, one to our own database, one to processes of the same machine.
  /^(gateway\/src\/platform\/mail|embedded-postgres\/src\/postmaster)\.ts$/,
  /^gateway\/src\/processes\/peers\//,
  /^dashboard\/src\/api\.ts$/,
  /^simulator\/src\/(.*\/)?send-webhook\.ts$/,
  /^n8n-node\//,
  /^client\/src\/request\.ts$/,
];

export function checkRestrictedCode(files: ScannedFile[]): Finding[] {
  return files
    .filter((file) => !file.isTest && !/(^|\/)scripts\//.test(file.path))
    .flatMap((file) => [...environment(file), ...sql(file), ...outgoingHttp(file)]);
}

function environment(file: ScannedFile): Finding[] {
  if (file.path === 'gateway/src/config/config.ts') return [];
  const advice = 'read the environment in gateway/src/config/config.ts only, and pass the value in.';
  return file.environmentLines.map((line) => ({ path: file.path, line, rule: 'environment', advice }));
}

function sql(file: ScannedFile): Finding[] {
  if (sqlPlaces.some((place) => place.test(file.path))) return [];
  const advice = "move this SQL into the room's queries.ts, as a named function that takes the connection.";
  return file.strings
    .filter(({ text }) => looksLikeSql(text))
    .map(({ line }) => ({ path: file.path, line, rule: 'sql', advice }));
}

function outgoingHttp(file: ScannedFile): Finding[] {
  if (outgoingHttpPlaces.some((place) => place.test(file.path))) return [];
  const advice =
    'call other servers through gateway/src/platform/outgoing-http/outgoing-http.ts (dashboard: src/api.ts): it guards addresses and time-outs.';
  return file.outgoingHttpLines.map((line) => ({ path: file.path, line, rule: 'outgoing-http', advice }));
}

const objects =
  'table|index|view|schema|database|extension|sequence|type|function|procedure|trigger|role|user|policy|publication|statistics';
const statements = [
  String.raw`select\s[\s\S]*\sfrom\s`,
  String.raw`select\s+(distinct\s+)?[\w.]+\s*\(`,
  String.raw`select\s+(\d+|true|null|\$\d+)\s*(as\s|::|;|$)`,
  String.raw`insert\s+into\s+\S+`,
  String.raw`update\s+(only\s+)?\S+(\s+(as\s+)?\w+)?\s+set\s`,
  String.raw`delete\s+from\s+\S+`,
  String.raw`with\s+(recursive\s+)?\w+\s*(\([^)]*\)\s*)?as\s*((not\s+)?materialized\s*)?\(`,
  String.raw`create\s+(or\s+replace\s+)?((unique|temporary|temp|unlogged|materialized)\s+)*(${objects})\s`,
  String.raw`(alter|drop)\s+(materialized\s+)?(${objects})\s`,
  String.raw`listen\s+[\w"?]+\s*;?\s*$`,
  String.raw`notify\s+[\w"?]+\s*(,|;|$)`,
];

// All lower or all upper case, as people write SQL: a sentence like "Select a sender from the list" begins otherwise.
const lowerCase = new RegExp(`^(${statements.join('|')})`);
const upperCase = new RegExp(
  `^(${statements.join('|').replace(/(?<!\\)[a-z]+/g, (word) => word.toUpperCase())})`,
);
const leadingSpaceAndComments = /^(\s+|--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)+/;

export function looksLikeSql(text: string): boolean {
  const statement = text.replace(leadingSpaceAndComments, '');
  return lowerCase.test(statement) || upperCase.test(statement);
}
