import { describe, expect, it } from 'vitest';
import { removeSecrets } from '../platform/redact.ts';
import { metaCloud } from '../providers/meta-cloud/meta-cloud.ts';
import { findProvider, providerNames } from '../providers/registry.ts';
import { checkFields } from './check-fields.ts';

const good = { phone_number_id: '123', access_token: 'EAAG', app_secret: 'abc', verify_token: 'any text' };

const refusal = (fields: Record<string, string>) => {
  try {
    checkFields(metaCloud, fields);
  } catch (error) {
    return error as { code: string; detail: string; errors: { code: string; pointer: string }[] };
  }
  throw new Error('nothing was refused');
};

describe('the fields of a sender', () => {
  it('are kept without white space around them and without those that stay at their default', () => {
    expect(checkFields(metaCloud, { ...good, access_token: ' EAAG\n', waba_id: '', base_url: ' ' })).toEqual(
      good,
    );
  });

  it('keep a key that has line breaks in one line', () => {
    const vonage = findProvider('vonage') ?? metaCloud;
    const key = '-----BEGIN PRIVATE KEY-----\nMIIE\r\nvQ==\n-----END PRIVATE KEY-----\n';
    const others = { number: '1555', application_id: 'a', signature_secret: 's' };
    expect(checkFields(vonage, { ...others, private_key: key }).private_key).toBe(
      '-----BEGIN PRIVATE KEY----- MIIE vQ== -----END PRIVATE KEY-----',
    );
  });

  it('have a secret made for them where it is ours to choose', () => {
    const dialog360 = findProvider('dialog360') ?? metaCloud;
    const made = () => checkFields(dialog360, { api_key: 'k' }).callback_secret;
    expect(made()).toMatch(/^[\w-]{43}$/);
    expect(made()).not.toBe(made());
    expect(checkFields(dialog360, { api_key: 'k', callback_secret: 'mine' }).callback_secret).toBe('mine');
  });

  it('are all named when they are missing', () => {
    expect(refusal({}).errors.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'missing_field /fields/phone_number_id',
      'missing_field /fields/access_token',
      'missing_field /fields/app_secret',
      'missing_field /fields/verify_token',
    ]);
  });

  it('are refused when the provider does not have them, whatever they are called', () => {
    const { code, errors } = refusal({ ...good, acess_token: 'x', 'a/b~c': 'y', __proto__x: 'z' });
    expect(code).toBe('unknown_field');
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/fields/acess_token',
      '/fields/a~1b~0c',
      '/fields/__proto__x',
    ]);
  });

  it.each(['line\r\nInjected: header', 'tab\there', 'zero\u200bwidth', 'عربي', '\u0007'])(
    'may not hold %j, which no header carries',
    (access_token) => {
      expect(refusal({ ...good, access_token }).errors).toEqual([
        expect.objectContaining({ code: 'invalid_value', pointer: '/fields/access_token' }),
      ]);
    },
  );

  it.each([
    'graph.facebook.com',
    'ftp://graph.facebook.com',
    'https://user:password@graph.facebook.com',
    'https://user@graph.facebook.com',
    'https://graph.facebook.com/?a=b',
    'https://graph.facebook.com/#x',
    'javascript:alert(1)',
    'file:///etc/passwd',
  ])('may not send to %s', (base_url) => {
    expect(refusal({ ...good, base_url }).errors).toEqual([
      expect.objectContaining({ code: 'invalid_value', pointer: '/fields/base_url' }),
    ]);
  });

  it.each(['https://graph.facebook.com', 'http://127.0.0.1:4010', 'https://proxy.example/meta'])(
    'may send to %s',
    (base_url) => {
      expect(checkFields(metaCloud, { ...good, base_url })).toEqual({ ...good, base_url });
    },
  );

  it('are never repeated in a refusal', () => {
    const { detail, errors } = refusal({ ...good, access_token: 'geheim\n1', app_secret: 'geheim\n2' });
    expect(detail + JSON.stringify(errors)).not.toContain('geheim');
  });
});

describe.each(providerNames)('the provider %s', (name) => {
  const fields = findProvider(name)?.fields ?? [];

  it('makes its own name for the number of no secret', () => {
    const filled = Object.fromEntries(fields.map((field, index) => [field.name, `9665${index}0000000`]));
    const account = findProvider(name)?.accountOf(filled) ?? null;
    for (const field of fields.filter(({ isSecret }) => isSecret)) {
      if (account !== null) expect(filled[field.name]).not.toContain(account);
    }
  });

  it('gives its secrets names that are taken out of the Event Monitor', () => {
    for (const field of fields.filter(({ isSecret }) => isSecret)) {
      expect(removeSecrets(JSON.stringify({ fields: { [field.name]: 'geheim' } }))).not.toContain('geheim');
    }
  });
});
