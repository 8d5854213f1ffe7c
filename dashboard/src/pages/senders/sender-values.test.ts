import type { Provider, Sender } from '@hudhud/contract/senders.ts';
import { describe, expect, it } from 'vitest';
import { changeSenderBody, initialValues, needsSecretsAnew, newSenderBody } from './sender-values.ts';

const field = (name: string, isSecret: boolean, byDefault: string | null = null) => ({
  name,
  label: name,
  help: '',
  is_secret: isSecret,
  is_required: byDefault === null,
  default: byDefault,
});

const provider: Provider = {
  name: 'meta_cloud',
  title: 'WhatsApp Cloud API',
  fields: [
    field('phone_number_id', false),
    field('access_token', true),
    field('graph_version', false, 'v24.0'),
  ],
  limits: { messages_per_second: 80, pair_milliseconds: 6_000, pair_burst: 45 },
  content: [{ kind: 'text', characters_max: 4_096, needs_window: true }],
  correlation: 'echo',
  registers_callback: false,
};

const sender: Sender = {
  id: 'snd_01kagx5p9ne0ps4a2v7qk3m8dz',
  name: 'Front desk',
  provider: 'meta_cloud',
  account: '200',
  phone_number: '+966112345678',
  store_id: null,
  is_default: true,
  is_simulated: false,
  messages_per_second: 80,
  state: 'connected',
  failure: null,
  state_changed_at: '2026-11-15T09:30:00.000Z',
  fields: {
    phone_number_id: { is_set: true, value: '200' },
    access_token: { is_set: true },
    graph_version: { is_set: true, value: 'v24.0' },
  },
  callback_url: 'https://example.com/callbacks',
  last_callback_at: null,
  callback_problem: null,
  health: null,
  created_at: '2026-11-15T09:30:00.000Z',
};

describe('a new sender', () => {
  it('has its callback address registered where a program can do that, unless it is switched off', () => {
    const values = { ...initialValues([provider], null, false), name: 'Front desk' };
    const registering = { ...provider, registers_callback: true };
    expect(newSenderBody(values, registering)).toMatchObject({ register_callback: true });
    expect(newSenderBody({ ...values, register_callback: false }, registering)).not.toHaveProperty(
      'register_callback',
    );
    expect(newSenderBody(values, provider)).not.toHaveProperty('register_callback');
    expect(newSenderBody({ ...values, is_simulated: true }, registering)).not.toHaveProperty(
      'register_callback',
    );
  });

  it('is sent with the fields that were filled in, and a tidy number', () => {
    const values = {
      ...initialValues([provider], null, false),
      name: ' Front desk ',
      phone_number: '+966 11 234 5678',
      fields: { phone_number_id: '200', access_token: ' secret ', graph_version: '' },
    };
    expect(newSenderBody(values, provider)).toEqual({
      name: 'Front desk',
      provider: 'meta_cloud',
      phone_number: '+966112345678',
      fields: { phone_number_id: '200', access_token: 'secret' },
    });
  });

  it('needs no fields on the simulator', () => {
    const values = { ...initialValues([provider], null, true), name: 'Trial' };
    expect(newSenderBody(values, provider)).toEqual({
      name: 'Trial',
      provider: 'meta_cloud',
      is_simulated: true,
      fields: {},
    });
  });
});

describe('a changed sender', () => {
  it('sends no fields when none was touched, so that nothing is connected again', () => {
    const values = { ...initialValues([provider], sender, false), name: 'Reception' };
    expect(changeSenderBody(values, provider, sender)).toEqual({
      name: 'Reception',
      phone_number: '+966112345678',
      messages_per_second: 80,
    });
  });

  it('sends a secret only when a new one was typed, and what else is different', () => {
    const values = initialValues([provider], sender, false);
    values.fields.access_token = 'new';
    values.fields.graph_version = '';
    expect(changeSenderBody(values, provider, sender).fields).toEqual({
      access_token: 'new',
      graph_version: '',
    });
  });

  it('moves to a store, and back to the whole company', () => {
    const values = { ...initialValues([provider], sender, false), store_id: 'store_1' };
    expect(changeSenderBody(values, provider, sender)).toMatchObject({ store_id: 'store_1' });
    const ofStore = { ...sender, store_id: 'store_1' };
    const back = { ...initialValues([provider], ofStore, false), store_id: '' };
    expect(changeSenderBody(back, provider, ofStore)).toMatchObject({ store_id: null });
  });
});

describe('the secrets of a sender', () => {
  const reached = {
    ...provider,
    fields: [...provider.fields, field('base_url', false, 'https://a.example')],
  };
  const asksFor = (url: string, known: Sender | null = sender): boolean => {
    const values = initialValues([reached], known, false);
    return needsSecretsAnew({ ...values, fields: { ...values.fields, base_url: url } }, reached, known);
  };

  it.each([
    ['', false],
    ['https://a.example/graph', false],
    ['https://b.example', true],
  ])('are asked for anew at another origin: %s %s', (url, isAsked) => {
    expect(asksFor(url)).toBe(isAsked);
  });

  it('are no question for a new sender, or one that was simulated', () => {
    expect(asksFor('https://b.example', null)).toBe(false);
    expect(asksFor('https://b.example', { ...sender, is_simulated: true })).toBe(false);
  });
});
