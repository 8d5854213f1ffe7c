import { describe, expect, test } from 'vitest';
import { correlate } from './correlate.ts';

const names = { echo: 'msg_1:2', callbackUrl: () => 'https://gateway.example/callbacks/a/b/c' };

describe('a message is found again', () => {
  test('by an echo', () => {
    expect(correlate({ kind: 'echo', charactersMax: 46 }, names)).toEqual({ echo: 'msg_1:2' });
  });

  test('by an address of its own, which names the echo', () => {
    const { callbackUrl } = correlate({ kind: 'callback_url' }, names);
    expect(callbackUrl).toBe('https://gateway.example/callbacks/a/b/c?echo=msg_1%3A2');
    expect(new URL(callbackUrl ?? '').searchParams.get('echo')).toBe('msg_1:2');
  });

  test('by an id that we choose, kept while an earlier attempt may have been taken under it', () => {
    const correlation = { kind: 'client_id', refusesRepetition: true } as const;
    expect(correlate(correlation, names).clientId).toBe('msg_1:2');
    expect(correlate(correlation, { ...names, clientId: null }).clientId).toBe('msg_1:2');
    expect(correlate(correlation, { ...names, clientId: 'msg_1:1' }).clientId).toBe('msg_1:1');
  });

  test('not at all', () => {
    expect(correlate({ kind: 'none' }, names)).toEqual({ echo: 'msg_1:2' });
  });
});
