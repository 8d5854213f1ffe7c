// Callbacks as files: written from the facts sheet of the Cloud API, one shape each.

import { readdirSync, readFileSync } from 'node:fs';
import { readCloudApiCallback } from '../read-callback.ts';

const folder = new URL('../fixtures/', import.meta.url);

export const fixtureNames = (prefix: string): string[] =>
  readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ''))
    .filter((name) => name.startsWith(prefix))
    .toSorted();

export const readFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

export const itemsOf = (name: string) => readCloudApiCallback(readFixture(name), new Date());
