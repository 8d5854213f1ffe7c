// A person who would get the campaign, with the values that fill its placeholders: for a preview while the user writes.
// The pre-flight has the last word on who is first.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import type { Contact } from '@hudhud/contract/contacts.ts';
import { queryOptions } from '@tanstack/react-query';
import { get, type Page } from '../../../api.ts';
import { tidyPhoneNumber } from '../../../parts/text/phone-number.ts';
import { campaignKeys, findRecipient } from '../../../queries/campaigns.ts';
import { readListStart } from './list-start.ts';

export interface FirstPerson {
  readonly phone_number: string;
  readonly name: string;
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
async function listed(
  phoneNumber: string,
  values: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<FirstPerson> {
  const number = tidyPhoneNumber(phoneNumber);
  const found = await findContact({ q: number }, signal);
  const contact = found?.phone_number === number ? found : null;
  const known = contact ? valuesOf(contact) : { phone_number: number };
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return { phone_number: number, name: given.name ?? contact?.name ?? '', values: { ...known, ...given } };
}

async function findFirstPerson({ id, audience }: Campaign, signal: AbortSignal): Promise<FirstPerson | null> {
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
    return recipient && (await listed(recipient.phone_number, recipient.variables, signal));
  }
  const start = audience?.kind === 'list' ? readListStart(id) : null;
  return start && (await listed(start.phone_number, start.values, signal));
}

export const firstPersonQuery = (campaign: Campaign) =>
  queryOptions({
    queryKey: [...campaignKeys.firstPerson(campaign.id), campaign.audience],
    queryFn: ({ signal }) => findFirstPerson(campaign, signal),
    gcTime: 0,
  });
