// Records a route's decisions about messages, before these are stored.

import type pg from 'pg';
import { insertRouted, type RoutedMessage } from './queries.ts';

export type { RoutedMessage };

export type RecordRouted = (rows: readonly RoutedMessage[]) => Promise<void>;

export const recordRoutedIn =
  (pool: pg.Pool): RecordRouted =>
  (rows) =>
    insertRouted(pool, rows);
