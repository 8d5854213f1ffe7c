import { describe, expect, it } from 'vitest';
import openApi from '../../../../contract/openapi.json' with { type: 'json' };
import { checkBody, findBodyFields, lineOfField, type OpenApi } from './body-fields.ts';

const api = openApi as unknown as OpenApi;
const names = (path: string, body: unknown, method = 'POST'): string[] =>
  findBodyFields(api, method, path, body).map(({ name }) => name);

describe('the fields of a body', () => {
  it('are those of the API description, by the type that the body has', () => {
    expect(names('/api/v1/messages/send', {})[0]).toBe('message');
    expect(names('/api/v1/messages/send', { type: 'image' })).toContain('media');
    expect(names('/api/v1/messages/send', { type: 'text' })).not.toContain('media');
    expect(names('/api/messages/send?a=1', {})).toContain('phone_number');
  });

  it('are found for a path with an id, and there are none without a body', () => {
    expect(names('/api/v1/webhooks/wh_1', {}, 'PATCH')).toContain('url');
    expect(names('/api/v1/messages/msg_1/cancel', {})).toEqual([]);
    expect(names('/nowhere', {})).toEqual([]);
  });
});

describe('a body that was typed', () => {
  const fields = findBodyFields(api, 'POST', '/api/v1/messages/send', {});

  it('shows in which line it stops being JSON', () => {
    expect(checkBody('{\n  "to": "+966",\n  "message" "Hi"\n}', fields)).toMatchObject([
      { kind: 'not_json', line: 3 },
    ]);
    expect(checkBody('{', fields)).toMatchObject([{ kind: 'not_json', line: 1 }]);
  });

  it('shows which field is not known, and where it stands', () => {
    const text = '{\n  "to": "+966501234567",\n  "mesage": "Hi"\n}';
    expect(checkBody(text, fields)).toEqual([{ kind: 'unknown_field', line: 3, field: 'mesage' }]);
    expect(lineOfField(text, 'to')).toBe(2);
    expect(checkBody('{"to":"+966501234567","message":"Hi"}', fields)).toEqual([]);
  });
});
