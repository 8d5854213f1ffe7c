// Reads the query string of a list or an export as a filter.

import type { ContactExportQuery, ContactQuery } from '@hudhud/contract/contacts.ts';
import type { ContactFilter, FieldCondition } from '@hudhud/contract/segments.ts';
import type pg from 'pg';
import { AppError, fieldProblem } from '../platform/errors.ts';
import { fromPublicId } from '../platform/ids.ts';
import { type Condition, compileFilter } from './audience/queries.ts';
import { type FieldDefinition, type FieldDefinitions, readCell } from './fields/check-values.ts';
import { loadSegment } from './segments/load-segment.ts';

const prefix = 'field.';

const toCondition = (definition: FieldDefinition | undefined, name: string, text: string): FieldCondition => {
  const parameter = `${prefix}${name}`;
  if (!definition) {
    throw fieldProblem('contact_field_invalid', { parameter }, `The company has no field "${name}".`);
  }
  const read = readCell(definition, text);
  if (read.kind === 'bad' || read.value === null) {
    const detail = read.kind === 'bad' ? read.detail : `"${name}" needs a value.`;
    throw fieldProblem('contact_field_invalid', { parameter }, detail);
  }
  return { name, operator: 'equals', value: read.value };
};

/** Bodies are checked for these when they are parsed; an address is not. */
const checkCharacters = (query: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(query)) {
    if (`${name}${String(value)}`.includes('\u0000')) {
      const parameter = name.replaceAll('\u0000', '');
      throw fieldProblem('invalid_characters', { parameter }, 'This holds a NUL character.');
    }
  }
};

const readFilter = (
  query: ContactQuery | ContactExportQuery,
  definitions: FieldDefinitions,
): ContactFilter => {
  const tags = query.tag?.split(',').flatMap((tag) => tag.trim() || []);
  const fields = Object.entries(query).flatMap(([key, value]) => {
    if (!key.startsWith(prefix)) return [];
    const name = key.slice(prefix.length);
    return [toCondition(definitions.get(name), name.slice(0, 64), String(value))];
  });
  return {
    ...(query.q !== undefined && { search: query.q }),
    ...(tags && tags.length > 0 && { tags_all: tags }),
    ...(query.consent !== undefined && { consent: [query.consent] }),
    ...(query.store_id !== undefined && { store_ids: [query.store_id] }),
    ...(query.language !== undefined && { languages: [query.language] }),
    ...(fields.length > 0 && { fields }),
  };
};

/** The segment's filter together with that of the query. */
const combine = (companyId: string, segment: ContactFilter, own: ContactFilter): Condition => {
  const first = compileFilter(companyId, segment);
  const second = compileFilter(companyId, own, first.values.length + 1);
  return {
    text: `${first.text} and ${second.text}`,
    values: [...first.values, ...second.values],
    isScattered: first.isScattered || second.isScattered,
  };
};

export const readQuery = async (
  pool: pg.Pool,
  companyId: string,
  definitions: FieldDefinitions,
  query: ContactQuery | ContactExportQuery,
): Promise<Condition> => {
  checkCharacters(query);
  const own = readFilter(query, definitions);
  if (query.segment_id === undefined) return compileFilter(companyId, own);
  const segment = await loadSegment(pool, companyId, fromPublicId('segment', query.segment_id) ?? '');
  if (!segment) throw new AppError('segment_not_found');
  return combine(companyId, segment.filter, own);
};
