// The options of the routes of contacts.

import type pg from 'pg';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import type { Person } from './addresses/address.ts';
import type { SettingsDirectory } from './settings/directory.ts';

export interface ContactRoutesOptions {
  readonly pool: pg.Pool;
  readonly settings: SettingsDirectory;
  readonly companyIdOf: (incoming: IncomingRequest) => string;
  /** Cancels queued messages to people who have opted out. */
  readonly onOptedOut: (people: readonly Person[]) => Promise<void>;
  /** Companies with a new event. */
  readonly onEmitted: (companyIds: readonly string[]) => void;
}
