// What the contact form holds, and how that becomes the body of a request.

import type { Contact, ContactChange, ContactField, NewContact } from '@hudhud/contract/contacts.ts';
import type { UseFormReturnType } from '@mantine/form';
import { tidyPhoneNumber } from '../../parts/text/phone-number.ts';

type FieldValue = Contact['fields'][string];

export interface ContactValues {
  phone_number: string;
  name: string;
  /** Empty: not known. */
  language: string;
  store_id: string;
  notes: string;
  tags: string[];
  /** Every value as its input holds it: a text. Empty: no value. */
  fields: Record<string, string>;
  /** Only asked of a new contact. */
  is_opted_in: boolean;
  consent_source: string;
}

export type ContactFormState = UseFormReturnType<ContactValues>;

const inputOf = (value: FieldValue | undefined): string => (value === undefined ? '' : String(value));

export const initialContactValues = (
  contact: Contact | null,
  fields: readonly ContactField[],
): ContactValues => ({
  phone_number: contact?.phone_number ?? '',
  name: contact?.name ?? '',
  language: contact?.language ?? '',
  store_id: contact?.store_id ?? '',
  notes: contact?.notes ?? '',
  tags: [...(contact?.tags ?? [])],
  fields: Object.fromEntries(fields.map(({ name }) => [name, inputOf(contact?.fields[name])])),
  is_opted_in: false,
  consent_source: '',
});

/** A text that is no number is sent as it was typed: the gateway says what is wrong with it. */
export function typedValue(type: ContactField['type'], text: string): FieldValue | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (type === 'boolean') return trimmed === 'true';
  if (type !== 'number') return trimmed;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
}

const details = (values: ContactValues) => ({
  name: values.name.trim(),
  notes: values.notes.trim(),
  tags: values.tags,
});

export function newContactBody(values: ContactValues, fields: readonly ContactField[]): NewContact {
  const given = fields.flatMap(({ name, type }) => {
    const value = typedValue(type, values.fields[name] ?? '');
    return value === null ? [] : [[name, value] as const];
  });
  return {
    phone_number: tidyPhoneNumber(values.phone_number),
    ...details(values),
    ...(values.language !== '' && { language: values.language }),
    ...(values.store_id !== '' && { store_id: values.store_id }),
    ...(given.length > 0 && { fields: Object.fromEntries(given) }),
    ...(values.is_opted_in && { consent: { state: 'opted_in', source: values.consent_source.trim() } }),
  };
}

/** Only values that differ now: what another user changed meanwhile stays. */
export function contactChangeBody(
  values: ContactValues,
  before: ContactValues,
  fields: readonly ContactField[],
): ContactChange {
  const changed = fields
    .filter(({ name }) => values.fields[name] !== before.fields[name])
    .map(({ name, type }) => [name, typedValue(type, values.fields[name] ?? '')] as const);
  const isOther = (name: 'name' | 'notes' | 'language' | 'store_id' | 'phone_number') =>
    values[name].trim() !== before[name];
  return {
    ...(isOther('phone_number') && { phone_number: tidyPhoneNumber(values.phone_number) }),
    ...(isOther('name') && { name: values.name.trim() }),
    ...(isOther('notes') && { notes: values.notes.trim() }),
    ...(isOther('language') && { language: values.language || null }),
    ...(isOther('store_id') && { store_id: values.store_id || null }),
    ...(values.tags.join('\n') !== before.tags.join('\n') && { tags: values.tags }),
    ...(changed.length > 0 && { fields: Object.fromEntries(changed) }),
  };
}
