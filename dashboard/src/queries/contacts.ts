// The people of the company: reading and changing them, their consent, the company's own fields, and the settings.

import type {
  ConsentChange,
  ConsentEntry,
  Contact,
  ContactChange,
  ContactField,
  ContactFieldChange,
  ContactMerge,
  ContactMergeEntry,
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
import { mutation } from './mutation.ts';

const pathOf = (id: string): string => `/contacts/${encodeURIComponent(id)}`;

/** Every question about contacts begins alike: what changes one of them reads all again. */
export const contactKeys = {
  all: ['contacts'] as const,
  list: (filters: ListFilters) => [...contactKeys.all, 'list', filters] as const,
  one: (id: string) => [...contactKeys.all, 'one', id] as const,
  byPhone: (phoneNumber: string) => [...contactKeys.all, 'by-phone', phoneNumber] as const,
  consent: (id: string) => [...contactKeys.all, 'consent', id] as const,
  search: (words: string) => [...contactKeys.all, 'search', words] as const,
  merges: (id: string) => [...contactKeys.all, 'merges', id] as const,
  merged: (id: string, otherId: string) => [...contactKeys.all, 'merged', id, otherId] as const,
  tags: () => [...contactKeys.all, 'tags'] as const,
  counts: () => [...contactKeys.all, 'count'] as const,
  fields: ['contact-fields'] as const,
  settings: ['contact-settings'] as const,
};

export const contactsQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: contactKeys.list(filters),
    ...listPages<Contact>('/contacts', filters),
    // While the user types a search, the rows found so far stay in sight.
    placeholderData: keepPreviousData,
  });

export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: contactKeys.one(id),
    queryFn: ({ signal }) => get<Contact>(pathOf(id), { signal }),
  });

/** The contact with this number, if there is one: the list is searched, because a contact is only read by its id. */
export const contactByPhoneQuery = (phoneNumber: string) =>
  queryOptions({
    queryKey: contactKeys.byPhone(phoneNumber),
    queryFn: async ({ signal }) => {
      const query = { q: phoneNumber, limit: 10 };
      const { data } = await get<Page<Contact>>('/contacts', { query, signal });
      return data.find(({ phone_number }) => phone_number === phoneNumber) ?? null;
    },
  });

export const consentHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: contactKeys.consent(id),
    queryFn: async ({ signal }) =>
      (await get<{ data: ConsentEntry[] }>(`${pathOf(id)}/consent`, { signal })).data,
  });

/** The first few whom the words mean. */
export const contactSearchQuery = (words: string) =>
  queryOptions({
    queryKey: contactKeys.search(words),
    queryFn: async ({ signal }) => {
      const query = { limit: 20, ...(words.trim() !== '' && { q: words.trim() }) };
      return (await get<Page<Contact>>('/contacts', { query, signal })).data;
    },
    placeholderData: keepPreviousData,
  });

/** A preview of the merged contact; nothing is changed. */
export const mergePreviewQuery = (id: string, otherId: string) =>
  queryOptions({
    queryKey: contactKeys.merged(id, otherId),
    queryFn: async ({ signal }) => {
      const body = { other_id: otherId, preview: true };
      return (await post<ContactMerge>(`${pathOf(id)}/merge`, { body, signal })).contact;
    },
  });

export const mergeContacts = mutation({
  mutationFn: ({ id, otherId }: { id: string; otherId: string }) =>
    post<ContactMerge>(`${pathOf(id)}/merge`, { body: { other_id: otherId } }),
  changes: [contactKeys.all],
});

export const mergesQuery = (id: string) =>
  queryOptions({
    queryKey: contactKeys.merges(id),
    queryFn: async ({ signal }) =>
      (await get<{ data: ContactMergeEntry[] }>(`${pathOf(id)}/merges`, { signal })).data,
  });

/** Answers the contact that is back. */
export const undoMerge = mutation({
  mutationFn: (id: string) => post<Contact>(`/contact-merges/${encodeURIComponent(id)}/undo`),
  changes: [contactKeys.all],
  answers: ({ id }) => contactKeys.one(id),
});

export const tagsQuery = queryOptions({
  queryKey: contactKeys.tags(),
  queryFn: async ({ signal }) =>
    (await get<{ data: { tag: string; contacts: number }[] }>('/contacts/tags', { signal })).data,
  staleTime: 30_000,
});

const answersOne = ({ id }: Contact) => contactKeys.one(id);

export const createContact = mutation({
  mutationFn: (body: NewContact) => post<Contact>('/contacts', { body }),
  changes: [contactKeys.all],
  answers: answersOne,
});

export const changeContact = mutation({
  mutationFn: ({ id, body }: { id: string; body: ContactChange }) => patch<Contact>(pathOf(id), { body }),
  changes: [contactKeys.all],
  answers: answersOne,
});

export const deleteContact = mutation({
  mutationFn: (id: string) => remove(pathOf(id)),
  changes: [contactKeys.all],
  removes: contactKeys.one,
});

export const changeConsent = mutation({
  mutationFn: ({ id, body }: { id: string; body: ConsentChange }) =>
    post<Contact>(`${pathOf(id)}/consent`, { body }),
  changes: [contactKeys.all],
  answers: answersOne,
});

export const changeTags = mutation({
  mutationFn: (body: TagChange) => post<{ changed: number }>('/contacts/tags', { body }),
  changes: [contactKeys.all],
});

export const eraseContact = mutation({
  mutationFn: (id: string) => post<Erasure>(`${pathOf(id)}/erase`),
  changes: [contactKeys.all],
  removes: contactKeys.one,
});

/** Everybody whom the filters mean, as a file. */
export const exportContacts = (filters: Readonly<Record<string, string | undefined>>): Promise<Response> =>
  getFile('/contacts/export', { query: filters });

export const fieldsQuery = queryOptions({
  queryKey: contactKeys.fields,
  queryFn: async ({ signal }) => (await get<{ data: ContactField[] }>('/contact-fields', { signal })).data,
});

const fieldPath = (name: string): string => `/contact-fields/${encodeURIComponent(name)}`;

export const createField = mutation({
  mutationFn: (body: NewContactField) => post<ContactField>('/contact-fields', { body }),
  changes: [contactKeys.fields],
});

export const changeField = mutation({
  mutationFn: ({ name, body }: { name: string; body: ContactFieldChange }) =>
    patch<ContactField>(fieldPath(name), { body }),
  changes: [contactKeys.fields],
});

/** Its values go with it. */
export const deleteField = mutation({
  mutationFn: (name: string) => remove(fieldPath(name)),
  changes: [contactKeys.fields, contactKeys.all],
});

export const contactSettingsQuery = queryOptions({
  queryKey: contactKeys.settings,
  queryFn: ({ signal }) => get<ContactSettings>('/contact-settings', { signal }),
});

export const changeContactSettings = mutation({
  mutationFn: (body: ContactSettingsChange) => patch<ContactSettings>('/contact-settings', { body }),
  answers: () => contactKeys.settings,
});
