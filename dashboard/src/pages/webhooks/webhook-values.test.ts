import type { Webhook } from '@hudhud/contract/webhooks.ts';
import { describe, expect, it } from 'vitest';
import { headersAnew, initialWebhook, needsHeadersAnew, toWebhookBody } from './webhook-values.ts';

const webhook: Webhook = {
  id: 'wh_01kagx5p9ne0ps4a2v7qk3m8dz',
  url: 'https://example.com/hook',
  description: 'Clinic system',
  events: ['message_status'],
  statuses: ['failed'],
  header_names: ['X-Api-Key'],
  deliveries_per_second: 5,
  concurrency: 3,
  state: 'active',
  condition: 'healthy',
  reason: null,
  state_changed_at: '2026-11-15T09:30:00.000Z',
  previous_secret_until: null,
  created_at: '2026-11-15T09:30:00.000Z',
  health: {
    last_success_at: null,
    last_failure_at: null,
    failing_since: null,
    consecutive_failures: 0,
    last_failure: null,
    parked_until: null,
  },
};

describe('a new webhook', () => {
  it('is sent with what was filled in, and without header rows that were left empty', () => {
    const values = {
      ...initialWebhook(null),
      url: ' https://example.com/hook ',
      headers: [
        { key: '1', name: ' X-Api-Key ', value: ' hush ' },
        { key: '2', name: '', value: 'nobody' },
      ],
    };
    expect(toWebhookBody(values)).toEqual({
      url: 'https://example.com/hook',
      description: '',
      events: [],
      statuses: [],
      headers: { 'X-Api-Key': 'hush' },
      deliveries_per_second: 0,
      concurrency: 10,
    });
  });
});

describe('a changed webhook', () => {
  it('keeps its headers until they are set anew: their values are never shown', () => {
    const values = initialWebhook(webhook);
    expect(toWebhookBody(values)).not.toHaveProperty('headers');
    expect(toWebhookBody(values)).toMatchObject({ deliveries_per_second: 5, concurrency: 3 });
    expect(toWebhookBody({ ...values, headers: [] })).toMatchObject({ headers: {} });
  });

  it('has no filter of statuses when it gets no statuses', () => {
    const values = { ...initialWebhook(webhook), events: ['incoming_message'] };
    expect(toWebhookBody(values)).toMatchObject({ events: ['incoming_message'], statuses: [] });
  });
});

describe('the headers of a webhook', () => {
  it.each([
    ['https://example.com/other?x=1', false],
    ['https://other.example/hook', true],
    ['http://example.com/hook', true],
    ['https://example.com:8443/hook', true],
    ['not yet an address', true],
  ])('are asked for anew at another origin: %s %s', (url, isAsked) => {
    expect(needsHeadersAnew(webhook, url)).toBe(isAsked);
  });

  it('are not asked for where there are none', () => {
    expect(needsHeadersAnew(null, 'https://other.example')).toBe(false);
    expect(needsHeadersAnew({ ...webhook, header_names: [] }, 'https://other.example')).toBe(false);
  });

  it('keep their names when they are set anew', () => {
    expect(headersAnew(webhook)).toMatchObject([{ name: 'X-Api-Key', value: '' }]);
  });
});
