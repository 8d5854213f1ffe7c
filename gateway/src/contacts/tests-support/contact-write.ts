// A contact as it is written, for tests.

import { newUuid } from '../../platform/ids.ts';
import type { ContactWrite } from '../saving/queries.ts';

/** A person with a name and nothing else; `change` says the rest. */
export const contactWrite = (
  phoneNumber: string,
  name: string,
  change: Partial<ContactWrite> = {},
): ContactWrite => ({
  id: newUuid(),
  phoneNumber,
  name,
  sortName: name,
  language: null,
  storeId: null,
  notes: null,
  fields: null,
  tags: null,
  addedTags: null,
  consent: null,
  consentChangeId: newUuid(),
  ...change,
});
