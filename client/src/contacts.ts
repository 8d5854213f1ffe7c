// The people a company writes to.

import { readPages } from './pages.ts';
import type { CallOptions, Request } from './request.ts';
import type { Contact, ContactChange, ContactQuery, ContactUpsert, NewContact } from './types/contacts.ts';

export interface ContactCalls {
  create(contact: NewContact, options?: CallOptions): Promise<Contact>;
  /** Creates the person, or changes what is given. Doing it twice is doing it once. */
  upsert(phoneNumber: string, contact: ContactUpsert, options?: CallOptions): Promise<Contact>;
  get(contactId: string, options?: CallOptions): Promise<Contact>;
  list(query?: ContactQuery, options?: CallOptions): AsyncGenerator<Contact, void, undefined>;
  update(contactId: string, change: ContactChange, options?: CallOptions): Promise<Contact>;
  remove(contactId: string, options?: CallOptions): Promise<void>;
}

const home = '/api/v1/contacts';
const pathOf = (id: string): string => `${home}/${encodeURIComponent(id)}`;

export const createContactCalls = (request: Request): ContactCalls => ({
  create: (body, options = {}) => request<Contact>({ method: 'POST', path: home, body, ...options }),
  upsert: (phoneNumber, body, options = {}) =>
    request<Contact>({
      method: 'PUT',
      path: `${home}/by-phone/${encodeURIComponent(phoneNumber)}`,
      body,
      ...options,
    }),
  get: (id, options = {}) => request<Contact>({ method: 'GET', path: pathOf(id), ...options }),
  list: (query = {}, options = {}) => readPages<Contact>(request, home, query, options),
  update: (id, body, options = {}) =>
    request<Contact>({ method: 'PATCH', path: pathOf(id), body, isRepeatable: true, ...options }),
  remove: (id, options = {}) => request<void>({ method: 'DELETE', path: pathOf(id), ...options }),
});
