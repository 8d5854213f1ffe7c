// The people of the company: reading and changing them, their consent, the company's own fields, and the settings.

import type {
  ConsentChange,
  ConsentEntry,
  Contact,
  ContactChange,
  ContactField,
  ContactFieldChange,
  ContactSettings,
  ContactSettingsChange,
  Erasure,
  NewContact,
  NewContactField,
  TagChange,
} from '@hudhud/contract/contacts.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, getFile, type Page, patch, post, remove } from '../api.ts';
import { type ListFilters, listPages } from './list-pages.ts';

const pathOf = (id: string): string => `/contacts/${encodeURIComponent(id)}`;

/** Every question about contacts begins so: what changes one of them asks for all again. */
export const contactsKey = ['contacts'] as const;

export const contactsQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: [...contactsKey, 'list', filters],
    ...listPages<Contact>('/contacts', filters),
    // While somebody types a search, the rows found so far stay in sight.
    placeholderData: keepPreviousData,
  });

export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactsKey, 'one', id],
    queryFn: ({ signal }) => get<Contact>(pathOf(id), { signal }),
  });

/** Whoever has this number, if anybody has: the list is searched, because a contact is only read by its id. */
export const contactByPhoneQuery = (phoneNumber: string) =>
  queryOptions({
    queryKey: [...contactsKey, 'by-phone', phoneNumber],
    queryFn: async ({ signal }) => {
      const query = { q: phoneNumber, limit: 10 };
      const { data } = await get<Page<Contact>>('/contacts', { query, signal });
      return data.find(({ phone_number }) => phone_number === phoneNumber) ?? null;
    },
  });

export const consentHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...contactsKey, 'consent', id],
    queryFn: async ({ signal }) =>
      (await get<{ data: ConsentEntry[] }>(`${pathOf(id)}/consent`, { signal })).data,
  });

export const tagsQuery = queryOptions({
  queryKey: [...contactsKey, 'tags'],
  queryFn: async ({ signal }) =>
    (await get<{ data: { tag: string; contacts: number }[] }>('/contacts/tags', { signal })).data,
  staleTime: 30_000,
});

export const createContact = (body: NewContact): Promise<Contact> => post<Contact>('/contacts', { body });
export const changeContact = (id: string, body: ContactChange): Promise<Contact> =>
  patch<Contact>(pathOf(id), { body });
export const deleteContact = (id: string): Promise<unknown> => remove(pathOf(id));
export const changeConsent = (id: string, body: ConsentChange): Promise<Contact> =>
  post<Contact>(`${pathOf(id)}/consent`, { body });
export const changeTags = (body: TagChange): Promise<{ changed: number }> =>
  post<{ changed: number }>('/contacts/tags', { body });
export const eraseContact = (id: string): Promise<Erasure> => post<Erasure>(`${pathOf(id)}/erase`);

/** Everybody whom the filters mean, as a file. */
export const exportContacts = (filters: Readonly<Record<string, string | undefined>>): Promise<Response> =>
  getFile('/contacts/export', { query: filters });

export const fieldsQuery = queryOptions({
  queryKey: ['contact-fields'],
  queryFn: async ({ signal }) => (await get<{ data: ContactField[] }>('/contact-fields', { signal })).data,
});

const fieldPath = (name: string): string => `/contact-fields/${encodeURIComponent(name)}`;

export const createField = (body: NewContactField): Promise<ContactField> =>
  post<ContactField>('/contact-fields', { body });
export const changeField = (name: string, body: ContactFieldChange): Promise<ContactField> =>
  patch<ContactField>(fieldPath(name), { body });
export const deleteField = (name: string): Promise<unknown> => remove(fieldPath(name));

export const contactSettingsQuery = queryOptions({
  queryKey: ['contact-settings'],
  queryFn: ({ signal }) => get<ContactSettings>('/contact-settings', { signal }),
});

export const changeContactSettings = (body: ContactSettingsChange): Promise<ContactSettings> =>
  patch<ContactSettings>('/contact-settings', { body });
