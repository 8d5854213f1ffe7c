import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import texts from '../../i18n/en/company.json';
import { type AuditWords, auditDetails, shownValue } from './audit-details.ts';

const words: AuditWords = {
  field: (name) => name.replaceAll('_', ' '),
  value: (field, value) => (field.startsWith('role') ? `a ${value}` : undefined),
  comma: ', ',
};

/** Values are kept apart from the text around them. */
const withoutMarks = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '');
const plain = (data: Record<string, unknown>): string => withoutMarks(auditDetails(data, words));

describe('the details of an audit entry', () => {
  it('are shown on one line, without what is empty and without ids of requests', () => {
    expect(plain({ name: 'viewer', role: 'viewer', role_before: 'admin' })).toBe(
      'name: viewer · role: a viewer · role before: a admin',
    );
    expect(plain({ request_id: 'req_1', fields: ['name', 'is_default'] })).toBe('fields: name, is default');
    expect(auditDetails({ fields: ['الاسم', 'url'] }, { ...words, comma: '، ' })).toBe(
      'fields: \u2068الاسم، url\u2069',
    );
    expect(plain({ request_id: 'req_1', fields: [], note: '', trial_ends_at: null })).toBe('');
    expect(plain({ grace_seconds: 0, is_chosen: true })).toBe('grace seconds: 0 · is chosen: true');
  });

  it('are readable where they are more than a word', () => {
    const shown = (field: string, value: unknown) => withoutMarks(shownValue(field, value, words));
    expect(shown('quiet_hours', { from: '22:00', until: '07:00' })).toBe('from: 22:00, until: 07:00');
    expect(shown('expires_at', '2027-11-01T00:00:00.000Z')).toBe('2027-11-01 00:00 UTC');
    expect(shown('events', [])).toBe('–');
  });
});

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

describe('the fields that an audit entry may name', () => {
  const api = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../contract/openapi.json'), 'utf8'),
  ) as { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };

  const fieldsOf = (schema: Schema): string[] => {
    const { $ref, properties = {}, anyOf = [], oneOf = [], allOf = [] } = schema;
    const meant = $ref && api.components.schemas[$ref.split('/').at(-1) ?? ''];
    if (meant) return fieldsOf(meant);
    return [...Object.keys(properties), ...[...anyOf, ...oneOf, ...allOf].flatMap(fieldsOf)];
  };

  it('all have a name for people', () => {
    const changes = Object.values(api.paths)
      .flatMap((methods) => Object.entries(methods))
      .filter(([method]) => method !== 'get')
      .map(([, operation]) => operation);
    const audited = changes.filter(
      ({ operationId }) =>
        operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) in texts.audit_action,
    );
    const named = audited.flatMap(({ requestBody }) =>
      fieldsOf(requestBody?.content['application/json']?.schema ?? {}),
    );
    expect(named).toContain('otp_template');
    expect(named.filter((field) => !(field in texts.audit_field))).toEqual([]);
  });
});
