// From a body of the API to a row that may be written: number, fields, tags and store are checked here, once for single
// contacts and for many.

import type { ContactChange, ContactUpsert, NewContact } from '@hudhud/contract/contacts.ts';
import { fieldProblem } from '../platform/errors.ts';
import { fromPublicId, newUuid } from '../platform/ids.ts';
import { readPhoneNumber } from '../platform/read-phone-number.ts';
import { checkValue, type FieldDefinitions } from './fields/check-values.ts';
import { foldText } from './fold-text.ts';
import type { ContactUpdate } from './queries.ts';
import type { ContactWrite } from './saving/queries.ts';

/** The parts of a company that its contacts may name. */
export interface CompanyFacts {
  readonly country: string | null;
  readonly definitions: FieldDefinitions;
  /** UUIDs. */
  readonly storeIds: ReadonlySet<string>;
}

export const requirePhoneNumber = (text: string, country: string | null): string => {
  const read = readPhoneNumber(text, { country });
  if (read.kind === 'refused') throw fieldProblem(read.code, { pointer: '/phone_number' }, read.detail);
  return read.phoneNumber;
};

const readStore = (storeId: string | null | undefined, { storeIds }: CompanyFacts): string | null => {
  if (storeId === undefined) return null;
  if (storeId === null) return '';
  const id = fromPublicId('store', storeId);
  if (id === null || !storeIds.has(id))
    throw fieldProblem('unknown_store', { pointer: '/store_id' }, 'The company has no such store.');
  return id;
};

const readFields = (fields: ContactUpsert['fields'], { definitions }: CompanyFacts): string | null => {
  if (fields === undefined) return null;
  const checked: Record<string, string | number | boolean | null> = {};
  for (const [name, value] of Object.entries(fields)) {
    const pointer = `/fields/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const definition = definitions.get(name);
    if (!definition) {
      const detail = `The company has no field "${name.slice(0, 64)}".`;
      throw fieldProblem('contact_field_invalid', { pointer }, detail);
    }
    const result = checkValue(definition, value);
    if (result.kind === 'bad') throw fieldProblem('contact_field_invalid', { pointer }, result.detail);
    checked[name] = result.value;
  }
  return JSON.stringify(checked);
};

export const tidyTags = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.trim()))];

const readDetails = (body: ContactUpsert | ContactChange, facts: CompanyFacts) => {
  const name = body.name?.trim() ?? null;
  return {
    name,
    sortName: name === null ? null : foldText(name),
    language: body.language === undefined ? null : (body.language ?? ''),
    storeId: readStore(body.store_id, facts),
    notes: body.notes ?? null,
    fields: readFields(body.fields, facts),
    tags: body.tags === undefined ? null : tidyTags(body.tags),
  };
};

const defaultSource = 'api';

export const toWrite = (
  phoneNumber: string,
  body: ContactUpsert | NewContact,
  facts: CompanyFacts,
): ContactWrite => ({
  id: newUuid(),
  phoneNumber,
  ...readDetails(body, facts),
  addedTags: null,
  consent: body.consent
    ? { state: body.consent.state, source: body.consent.source?.trim() ?? defaultSource }
    : null,
  consentChangeId: newUuid(),
});

export const toUpdate = (body: ContactChange, facts: CompanyFacts): ContactUpdate => ({
  phoneNumber: body.phone_number === undefined ? null : requirePhoneNumber(body.phone_number, facts.country),
  ...readDetails(body, facts),
});
