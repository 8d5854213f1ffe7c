// A person who would get the campaign, with the values that fill its placeholders: for a preview while the user writes.
// The pre-flight has the last word on who is first.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import type { Contact } from '@hudhud/contract/contacts.ts';
import { queryOptions } from '@tanstack/react-query';
import { get, type Page } from '../api.ts';
import { campaignKeys, findRecipient } from './campaigns.ts';

export interface FirstPerson {
  readonly phone_number: string;
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

/** A line of a list: its number in international form, and its values. */
interface ListLine {
  readonly phone_number: string;
  readonly values: Readonly<Record<string, string>>;
}

/** As the gateway fills them from a contact. */
export function valuesOf({ name, phone_number, language, fields }: Contact): Record<string, string> {
  const values: Record<string, string> = phone_number === '' ? {} : { phone_number };
  for (const [field, value] of Object.entries(fields)) values[field] = String(value);
  if (name !== '') Object.assign(values, { name, first_name: name.split(/\s+/)[0] ?? name });
  if (language !== null) values.language = language;
  return values;
}

async function findContact(
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Contact | null> {
  return (await get<Page<Contact>>('/contacts', { query: { ...query, limit: 1 }, signal })).data[0] ?? null;
}

const personOf = (contact: Contact | null): FirstPerson | null =>
  contact && { phone_number: contact.phone_number, name: contact.name, values: valuesOf(contact) };

/** Values of the list go before those of the contact. */
async function listed({ phone_number: number, values }: ListLine, signal: AbortSignal): Promise<FirstPerson> {
  const found = await findContact({ q: number }, signal);
  const contact = found?.phone_number === number ? found : null;
  const known = contact ? valuesOf(contact) : { phone_number: number };
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return { phone_number: number, name: given.name ?? contact?.name ?? '', values: { ...known, ...given } };
}

async function findFirstPerson(
  { audience }: Campaign,
  firstLine: ListLine | null,
  signal: AbortSignal,
): Promise<FirstPerson | null> {
  if (audience?.kind === 'segment') {
    return personOf(await findContact({ segment_id: audience.segment_id ?? '' }, signal));
  }
  if (audience?.kind === 'tags') {
    for (const tag of audience.tags ?? []) {
      const contact = await findContact({ tag }, signal);
      if (contact) return personOf(contact);
    }
  }
  if (audience?.kind === 'retry') {
    const recipient = await findRecipient(audience.campaign_id ?? '', audience.states?.[0], signal);
    return recipient && listed({ phone_number: recipient.phone_number, values: recipient.variables }, signal);
  }
  return audience?.kind === 'list' && firstLine ? listed(firstLine, signal) : null;
}

/** `firstLine`: of the campaign's list, which the gateway keeps to itself. */
export const firstPersonQuery = (campaign: Campaign, firstLine: ListLine | null) =>
  queryOptions({
    queryKey: campaignKeys.firstPerson(campaign),
    queryFn: ({ signal }) => findFirstPerson(campaign, firstLine, signal),
    gcTime: 0,
  });
