// The part of the catalogue of errors about contacts: people, their fields and consent, segments and imports.

import { type ErrorEntry, entry } from './error-entry.ts';

export const contactErrors = {
  contact_not_found: entry(
    404,
    'No such contact',
    'The company has no contact with this id, or it was deleted.',
    'Check the id against the list of contacts.',
  ),
  contact_field_not_found: entry(
    404,
    'No such field',
    'The company has no field of its own with this name.',
    'Check the name against the list of contact fields.',
  ),
  segment_not_found: entry(
    404,
    'No such segment',
    'The company has no segment with this id.',
    'Check the id against the list of segments.',
  ),
  contact_import_not_found: entry(
    404,
    'No such import',
    'The company has no import with this id, or it is too long ago.',
    'Check the id against the list of imports.',
  ),
  contact_merge_not_found: entry(
    404,
    'No such merge',
    'The company has not merged contacts under this id.',
    'Check the id against the merges of the contact.',
  ),
  contact_merge_final: entry(
    409,
    'The merge cannot be undone',
    'It was undone already, was made more than 30 days ago, or the contact is gone.',
    'Add the other person again with `POST /api/v1/contacts`.',
  ),
  contact_merge_same: entry(
    409,
    'A contact cannot be merged with itself',
    'Both ids name the same contact.',
    'Name two different contacts.',
  ),
  contact_exists: entry(
    409,
    'Another contact has this phone number',
    'A phone number belongs to one contact of a company.',
    'Change the contact that has it, or use `PUT /api/v1/contacts/by-phone/{phone}`, which does either.',
  ),
  contact_field_exists: entry(
    409,
    'There is a field with this name',
    'The company has this field already, or its old values are still being taken out.',
    'Choose another name. After a field was deleted its name is free within minutes.',
  ),
  segment_exists: entry(
    409,
    'There is a segment with this name',
    'Segments of a company have different names.',
    'Choose another name, or change the segment that has it.',
  ),
  contact_import_state: entry(
    409,
    'The import is not in the right state for this',
    'An import is started once, and cancelled before it is over.',
    'Look at its `state`. To import a file once more, upload it again.',
  ),
  too_many_contact_fields: entry(
    409,
    'There are too many fields',
    'A company may have 100 fields of its own.',
    'Delete a field that is no longer needed.',
  ),
  too_many_segments: entry(
    409,
    'There are too many segments',
    'A company may have 1,000 segments.',
    'Delete a segment that is no longer needed.',
  ),
  too_many_contact_imports: entry(
    429,
    'Too many imports are waiting',
    'The company has as many unfinished imports as it may have at once.',
    'Wait until one is done, or cancel one.',
  ),
  contact_import_too_large: entry(
    413,
    'The file is too large',
    'An import takes files up to IMPORT_BYTES_MAX bytes.',
    'Cut the file into several, or ask the operator of this gateway for a higher limit.',
  ),
  contact_import_unreadable: entry(
    422,
    'The file cannot be read',
    'The file is empty, damaged, protected by a password, or not what its content type says.',
    'Save it again as CSV (UTF-8) or as XLSX without a password, and upload that.',
  ),
  contact_import_mapping: entry(
    422,
    'The mapping of the columns is wrong',
    'Exactly one column must be the phone number, and every other one something that is known.',
    'Map one column to `phone_number`; others to `name`, `language`, `notes`, `tags`, `field.<name>`, or null.',
  ),
  contact_field_invalid: entry(
    422,
    'A field has a value that does not fit',
    'The field is not known, or its type does not allow this value.',
    'Look at the list of contact fields. A date is written 2026-11-15.',
  ),
  contact_field_reserved: entry(
    422,
    'The contact itself has a field of this name',
    'Name, phone number, language, store, notes, tags and consent are there already.',
    'Choose another name for the field.',
  ),
  default_country_missing: entry(
    422,
    'The number lacks its country code',
    'A number without a country code can only be read when its country is known.',
    'Write the number in international format, or set a default country in the contact settings.',
  ),
  unknown_country: entry(
    422,
    'There is no such country',
    'A country is named by its two letters.',
    'Use the two letters of ISO 3166, such as SA or EG.',
  ),
  recipient_opted_out: entry(
    422,
    'The person does not want messages',
    'The recipient has opted out, by a stop word, in WhatsApp, or by your own system.',
    'Do not write to this person. A message they need all the same, such as a one-time code, is sent with `transactional` and its reason.',
  ),
} as const satisfies Record<string, ErrorEntry>;
