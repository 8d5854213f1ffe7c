import { expect, it } from 'vitest';
import { asciiJson } from './ascii-json.ts';
import { sign } from './sign.ts';

const secret = 'test_app_secret';
const value = {
  object: 'whatsapp_business_account',
  entry: [{ id: '1', changes: [{ field: 'messages', value: { x: 'ä😀' } }] }],
};

it('signs as in the published vectors', () => {
  expect(sign('{"object":"whatsapp_business_account","entry":[]}', secret)).toBe(
    'sha256=dec6a680679a968e7e0319355b23599cbfc54502c0784668e9618baa0c633756',
  );
});

it('writes and signs other characters as lowercase escapes', () => {
  const body = asciiJson(value, false);
  expect(body).toContain('"x":"\\u00e4\\ud83d\\ude00"');
  expect(sign(body, secret)).toBe('sha256=ccb752f377867f475287107ad2e10653978ad96b4cff3098c6fa773b72ff1b13');
});

it('gives another signature for the same JSON in UTF-8', () => {
  expect(sign(JSON.stringify(value), secret)).toBe(
    'sha256=f218cf5053bc6c1b322007dce524dd070a1594ceadf1608376b08b5bb6765916',
  );
});

it('stays the same JSON, whatever is escaped', () => {
  const strange = { مفتاح: 'a/b\\c"\u007f\u2028\n', url: 'https://x.test/ä' };
  for (const slashes of [true, false]) {
    const text = asciiJson(strange, slashes);
    expect(JSON.parse(text)).toEqual(strange);
    expect(text).toMatch(/^[\x20-\x7e]*$/);
  }
  expect(asciiJson('a/b', true)).toBe('"a\\/b"');
});
