// Many contacts in one request: each is judged on its own, and those that are good are written in one commit.

import type { BulkContactsAnswer, NewContact } from '@hudhud/contract/contacts.ts';
import type pg from 'pg';
import { AppError } from '../../platform/errors.ts';
import { explainValidation } from '../../platform/http/explain-validation.ts';
import { toPublicId } from '../../platform/ids.ts';
import { inSlices } from '../../platform/in-slices.ts';
import { type CompanyFacts, requirePhoneNumber, toWrite } from '../read-contact.ts';
import type { ContactWrite } from '../saving/queries.ts';
import { saveContacts } from '../saving/save-contacts.ts';

/** Checking so many takes a few milliseconds. */
const contactsPerSlice = 100;

type Result = BulkContactsAnswer['results'][number];
type Validate = ((value: unknown) => boolean) & { errors?: unknown };

const judge = (
  value: unknown,
  validate: Validate,
  facts: CompanyFacts,
): ContactWrite | { readonly error: AppError } => {
  try {
    if (!validate(value)) {
      const errors = (validate.errors ?? []) as Parameters<typeof explainValidation>[0];
      return { error: explainValidation(errors, 'body') };
    }
    const contact = value as NewContact;
    return toWrite(requirePhoneNumber(contact.phone_number, facts.country), contact, facts);
  } catch (error) {
    if (error instanceof AppError) return { error };
    throw error;
  }
};

const refused = (index: number, code: string, detail: string): Result => ({
  index,
  status: 'refused',
  code,
  detail,
});

export const saveBulk = async (
  pool: pg.Pool,
  companyId: string,
  facts: CompanyFacts,
  contacts: readonly unknown[],
  validate: Validate,
): Promise<BulkContactsAnswer> => {
  const results: (Result | null)[] = [];
  const writes = new Map<string, { index: number; write: ContactWrite }>();
  await inSlices(contacts, contactsPerSlice, (value, index) => {
    const judged = judge(value, validate, facts);
    if ('error' in judged) {
      results[index] = refused(index, judged.error.code, judged.error.detail);
      return;
    }
    const earlier = writes.get(judged.phoneNumber);
    if (earlier) {
      const detail = `The same number is at index ${earlier.index} already.`;
      results[index] = refused(index, 'contact_exists', detail);
      return;
    }
    results[index] = null;
    writes.set(judged.phoneNumber, { index, write: judged });
  });
  const good = [...writes.values()];
  const written = await saveContacts(
    pool,
    companyId,
    good.map(({ write }) => write),
  );
  const counts = { created: 0, updated: 0 };
  written.forEach((row, place) => {
    const index = good[place]?.index ?? 0;
    const status = row.outcome === 'created' ? 'created' : 'updated';
    counts[status] += 1;
    results[index] = { index, status, id: toPublicId('contact', row.id) };
  });
  const all = results.filter((result) => result !== null);
  return { ...counts, refused: contacts.length - written.length, results: all };
};
