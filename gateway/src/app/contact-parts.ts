// Contacts, put together: their settings, what they learn from callbacks, and their imports.

import type { PersonAddresses } from '../contacts/addresses/address.ts';
import { createImportWorker, type ImportWorker } from '../contacts/imports/import-worker.ts';
import { createPeopleListener, type PeopleListener } from '../contacts/incoming/people-listener.ts';
import { createSettingsDirectory, type SettingsDirectory } from '../contacts/settings/directory.ts';
import type { KnownRecipient } from '../dispatch/attempt-send.ts';
import { cancelWaitingFor } from '../messages/opt-outs/cancel-waiting.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';

export interface ContactParts {
  readonly settings: SettingsDirectory;
  readonly people: PeopleListener;
  readonly imports: ImportWorker;
}

interface Options {
  readonly database: Database;
  readonly log: Log;
  /** Companies with a new event. */
  readonly onEmitted: (companyIds: readonly string[]) => void;
}

export const createContactParts = ({ database, log, onEmitted }: Options): ContactParts => {
  const settings = createSettingsDirectory(database.pool);
  return {
    settings,
    people: createPeopleListener({
      db: database.pool,
      settings,
      log,
      onEmitted,
      onOptedOut: (people) => cancelWaitingFor(database.pool, people),
    }),
    imports: createImportWorker({ pool: database.pool, log }),
  };
};

/** The address of a message, and the provider's names for its person. */
export const toPerson = ({ companyId, address, recipient }: KnownRecipient): PersonAddresses => {
  const hasNumber = address.startsWith('+');
  const { number, userId } = recipient;
  return {
    companyId,
    addresses: [
      { kind: hasNumber ? 'phone' : 'bsuid', value: address },
      ...(number === null ? [] : [{ kind: hasNumber ? 'wa_id' : 'phone', value: `+${number}` } as const]),
      ...(userId === null || userId === address ? [] : [{ kind: 'bsuid', value: userId } as const]),
    ],
  };
};
