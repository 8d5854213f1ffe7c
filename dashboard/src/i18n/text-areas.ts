// The texts that are loaded with their pages. An area is one file in each language's folder, named after it.

import type account from './en/account.json';
import type campaigns from './en/campaigns.json';
import type company from './en/company.json';
import type contacts from './en/contacts.json';
import type developers from './en/developers.json';
import type monitoring from './en/monitoring.json';

export type TextArea = 'account' | 'campaigns' | 'company' | 'contacts' | 'developers' | 'monitoring';

/** Every key of every area. An area's file holds whole groups of its own, so no key is in two files. */
export type TextsOfAreas = typeof account &
  typeof campaigns &
  typeof company &
  typeof contacts &
  typeof developers &
  typeof monitoring;
