// Contacts as the outside sees them.

import type { Contact, ContactField } from '@hudhud/contract/contacts.ts';
import { timeOfUuid, toPublicId } from '../platform/ids.ts';
import type { AddressRow } from './addresses/queries.ts';
import type { FieldDefinitions } from './fields/check-values.ts';
import type { FieldRow } from './fields/queries.ts';
import type { ContactRow } from './queries.ts';

/** Values of a field that is being deleted are not shown any more. */
const knownFields = (row: ContactRow, definitions: FieldDefinitions): Contact['fields'] =>
  Object.fromEntries(Object.entries(row.fields).filter(([name]) => definitions.has(name)));

const presentAddress = ({ kind, value, wa_id: waId }: AddressRow): Contact['addresses'][number] => ({
  kind,
  value,
  ...(waId !== null && { whatsapp_id: waId }),
});

export const presentContact = (
  row: ContactRow,
  addresses: readonly AddressRow[],
  definitions: FieldDefinitions,
): Contact => ({
  id: toPublicId('contact', row.id),
  phone_number: row.phone_number ?? '',
  addresses: addresses.map(presentAddress),
  name: row.name,
  language: row.language,
  store_id: row.store_id && toPublicId('store', row.store_id),
  notes: row.notes,
  tags: row.tags,
  fields: knownFields(row, definitions),
  consent: {
    state: row.consent,
    at: row.consent_at?.toISOString() ?? null,
    source: row.consent_source,
  },
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  created_at: timeOfUuid(row.id).toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const presentField = (row: FieldRow): ContactField => ({
  name: row.name,
  label: row.label,
  type: row.type,
  choices: row.choices,
  created_at: row.created_at.toISOString(),
});
