import { describe, expect, test } from 'vitest';
import { field, graphHeaders, graphUrl } from './fields.ts';

describe('the fields of a sender at Meta', () => {
  test('have their defaults when nothing is given', () => {
    expect(graphUrl({}, '1/messages')).toBe('https://graph.facebook.com/v24.0/1/messages');
    expect(graphUrl({ base_url: '', graph_version: '' }, '1')).toBe('https://graph.facebook.com/v24.0/1');
  });

  test('give the simulator its own path, with or without a slash at the end', () => {
    for (const base_url of ['http://127.0.0.1:3000/simulator', 'http://127.0.0.1:3000/simulator//']) {
      expect(graphUrl({ base_url, graph_version: 'v25.0' }, '1')).toBe(
        'http://127.0.0.1:3000/simulator/v25.0/1',
      );
    }
  });

  test('are empty when required and missing', () => {
    expect(field({}, 'access_token')).toBe('');
  });

  test('carry the token in a header, never in the address', () => {
    expect(graphHeaders({ access_token: 'abc' })).toMatchObject({ authorization: 'Bearer abc' });
    expect(graphUrl({ access_token: 'abc' }, '1')).not.toContain('abc');
  });
});
