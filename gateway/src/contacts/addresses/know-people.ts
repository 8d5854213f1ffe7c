// Finds the person behind the addresses in a message, a status or an answer of a provider. New addresses of a known person
// are learned; two people whose addresses turn out to belong to one are merged.

import type pg from 'pg';
import { newUuid } from '../../platform/ids.ts';
import { mergeContacts } from '../merges/merge-contacts.ts';
import { type Address, addressKey, identifies, type Person, type PersonAddresses } from './address.ts';
import { type AddressRow, addAddresses, findAddresses, type NewAddress, noteWaIds } from './queries.ts';

const placeOf = (companyId: string, key: string): string => `${companyId} ${key}`;

interface Findings {
  /** Contacts that the identifying addresses belong to: none, one, or several to be merged. */
  readonly contactIds: readonly string[];
  /** Addresses that the person does not have yet. */
  readonly missing: readonly Address[];
  /** Known numbers that WhatsApp writes in another form. */
  readonly waIds: readonly { readonly companyId: string; readonly key: string; readonly waId: string }[];
}

const isOtherForm = (address: Address, row: AddressRow): boolean =>
  (address.kind === 'phone' || address.kind === 'wa_id') &&
  address.value !== row.value &&
  address.value !== row.wa_id;

const look = (person: PersonAddresses, rows: ReadonlyMap<string, AddressRow>): Findings => {
  const { companyId, addresses } = person;
  const found = addresses.map((address) => ({
    address,
    row: rows.get(placeOf(companyId, addressKey(address))),
  }));
  const contactIds = [
    ...new Set(found.flatMap(({ address, row }) => (row && identifies(address) ? row.contact_id : []))),
  ];
  return {
    contactIds,
    missing: found
      .filter(({ address, row }) => !row || (!identifies(address) && row.contact_id !== contactIds[0]))
      .map(({ address }) => address),
    waIds: found.flatMap(({ address, row }) =>
      row && isOtherForm(address, row) ? { companyId, key: row.key, waId: address.value } : [],
    ),
  };
};

const load = async (
  pool: pg.Pool,
  people: readonly PersonAddresses[],
): Promise<ReadonlyMap<string, AddressRow>> => {
  const keys = people.flatMap(({ companyId, addresses }) =>
    addresses.map((address) => ({ companyId, key: addressKey(address) })),
  );
  const rows = await findAddresses(pool, keys);
  return new Map(rows.map((row) => [placeOf(row.company_id, row.key), row]));
};

/** Another process may learn the same at the same moment; its rows are found in the next round. */
const roundsMax = 6;

/** Cancels queued messages to people who have opted out. */
export type StopWaiting = (people: readonly Person[]) => Promise<void>;

/**
 * Answers the person behind each list of addresses, in their order. A person whom the company does not know yet gets an
 * id, and their addresses are kept under it; whether they become a contact is for the caller to decide. A person who has
 * opted out may have messages waiting under an address that turns out to be theirs: `stopWaiting` gets them.
 */
export const knowPeople = async (
  pool: pg.Pool,
  people: readonly PersonAddresses[],
  stopWaiting?: StopWaiting,
): Promise<readonly Person[]> => {
  for (let round = 1; round <= roundsMax; round += 1) {
    const rows = await load(pool, people);
    const findings = people.map((person) => look(person, rows));
    const added = new Map<string, NewAddress>();
    let isSettled = true;
    for (const [index, { contactIds, missing }] of findings.entries()) {
      const companyId = people[index]?.companyId ?? '';
      const isOfNewPerson = contactIds.length === 0;
      const [contactId = newUuid(), ...others] = contactIds.toSorted();
      for (const other of others) {
        const merge = { companyId, keptId: contactId, goneId: other, source: 'whatsapp' };
        const merged = await mergeContacts(pool, merge);
        if (merged.isOptedOut) await stopWaiting?.([{ companyId, contactId: merged.contactId }]);
      }
      if (others.length > 0) isSettled = false;
      for (const address of missing) {
        // A username that two people of one batch claim goes to one of them; asking again would never end.
        if (round > 1 && !identifies(address)) continue;
        const key = addressKey(address);
        // Two people of one batch may share an address that is not known yet: the first takes it.
        if (!added.has(placeOf(companyId, key)))
          added.set(placeOf(companyId, key), { companyId, key, contactId, ...address, isOfNewPerson });
      }
    }
    const waIds = findings.flatMap((finding) => finding.waIds);
    if (waIds.length > 0) await noteWaIds(pool, waIds);
    const optedOut = added.size > 0 ? await addAddresses(pool, [...added.values()]) : [];
    if (optedOut.length > 0) await stopWaiting?.(optedOut);
    if (isSettled && added.size === 0) {
      return findings.map(({ contactIds: [contactId = ''] }, index) => ({
        companyId: people[index]?.companyId ?? '',
        contactId,
      }));
    }
  }
  throw new Error('the people behind some addresses could not be settled');
};
