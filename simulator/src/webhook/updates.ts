// The updates that a webhook carries: a status, an inbound message, or any other field of Meta's list. The envelope puts
// many of them into one POST the way Meta does: entries by account, changes by phone number.
import type { BusinessNumber } from '../account/numbers.ts';

export type Update =
  | {
      kind: 'status';
      number: BusinessNumber;
      status: object;
      contact: Contact | null;
      /** Where it goes, when not to the address of the number. */
      callbackUrl?: string | null;
    }
  | { kind: 'message'; number: BusinessNumber; message: object; contact: Contact | null }
  | { kind: 'field'; number: BusinessNumber; field: string; value: object; atMs: number };

export interface Contact {
  profile: { name: string; username?: string };
  wa_id?: string;
  user_id: string;
}

/** An address of the update's own, or null for that of its number. */
export const ownCallbackUrl = (update: Update): string | null =>
  update.kind === 'status' ? (update.callbackUrl ?? null) : null;

interface Entry {
  id: string;
  time?: number;
  changes: { field: string; value: object }[];
}

interface Run {
  kind: 'status' | 'message';
  number: BusinessNumber;
  contacts: Contact[];
  items: object[];
}

/** Updates keep their order within a number; neighbours of one number and kind share a change. */
export function envelope(updates: readonly Update[]): object {
  const entries: Entry[] = [];
  const byAccount = new Map<string, Entry>();
  for (const part of runsOf(updates)) {
    const { wabaId } = part.number;
    if (part.kind === 'field') {
      const { field, value, atMs } = part;
      entries.push({ id: wabaId, time: Math.floor(atMs / 1000), changes: [{ field, value }] });
      continue;
    }
    let entry = byAccount.get(wabaId);
    if (!entry) {
      entry = { id: wabaId, changes: [] };
      byAccount.set(wabaId, entry);
      entries.push(entry);
    }
    entry.changes.push({ field: 'messages', value: changeValue(part) });
  }
  return { object: 'whatsapp_business_account', entry: entries };
}

function runsOf(updates: readonly Update[]): (Run | Extract<Update, { kind: 'field' }>)[] {
  const runs: (Run | Extract<Update, { kind: 'field' }>)[] = [];
  for (const update of updates) {
    if (update.kind === 'field') {
      runs.push(update);
      continue;
    }
    let run = runs.at(-1);
    if (run?.kind !== update.kind || run.number !== update.number) {
      run = { kind: update.kind, number: update.number, contacts: [], items: [] };
      runs.push(run);
    }
    run.items.push(update.kind === 'status' ? update.status : update.message);
    if (update.contact) addContact(run.contacts, update.contact);
  }
  return runs;
}

function changeValue({ kind, number, contacts, items }: Run): object {
  return {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: number.digits, phone_number_id: number.phoneNumberId },
    ...(contacts.length > 0 && { contacts }),
    [kind === 'status' ? 'statuses' : 'messages']: items,
  };
}

// A short look back is enough: the same person's statuses stand close together, and a full search over a batch of
// a thousand would cost more than the few doubles it saves.
function addContact(contacts: Contact[], contact: Contact): void {
  if (!contacts.slice(-8).some(({ user_id }) => user_id === contact.user_id)) contacts.push(contact);
}
