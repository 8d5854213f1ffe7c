import { describe, expect, it } from 'vitest';
import { isFromDashboard, isFromElsewhere } from './same-site.ts';

const publicUrl = 'https://wa.example.com';
const place = (headers: Record<string, string>, host = 'wa.example.com') => ({ headers, host });
const ours = { 'x-hudhud-client': 'dashboard' };

describe('a request by cookie', () => {
  it.each([
    ['both', { 'sec-fetch-site': 'same-origin', origin: 'https://wa.example.com' }],
    ['the fetch site alone', { 'sec-fetch-site': 'same-origin' }],
    ['the origin alone, as on plain http', { origin: 'https://wa.example.com' }],
  ])('is from the dashboard when %s says so', (_name, headers) => {
    expect(isFromDashboard(place({ ...ours, ...headers }), publicUrl)).toBe(true);
  });

  it('is from the dashboard behind a proxy that names another host to us', () => {
    const headers = { ...ours, origin: 'https://wa.example.com' };
    expect(isFromDashboard(place(headers, '10.0.0.7:3000'), publicUrl)).toBe(true);
  });

  it.each([
    ['it does not say where it is from', {}],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://evil.wa.example.com' }],
    ['another port', { origin: 'https://wa.example.com:8443' }],
    ['a sandboxed page', { origin: 'null' }],
    ['an origin that is none', { origin: 'wa.example.com' }],
    [
      'an origin that contradicts the fetch site',
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
    ],
    [
      'a fetch site that contradicts the origin',
      { 'sec-fetch-site': 'cross-site', origin: 'https://wa.example.com' },
    ],
  ])('is refused: %s', (_name, headers) => {
    expect(isFromDashboard(place({ ...ours, ...headers }), publicUrl)).toBe(false);
  });

  it('is refused without the header that only our own page can set', () => {
    const headers = { 'sec-fetch-site': 'same-origin', origin: 'https://wa.example.com' };
    expect(isFromDashboard(place(headers), publicUrl)).toBe(false);
    expect(isFromDashboard(place({ ...headers, 'x-hudhud-client': 'other' }), publicUrl)).toBe(false);
  });
});

describe('a request without a cookie', () => {
  it('may come from a program, which says nothing, and from our own page', () => {
    expect(isFromElsewhere(place({}), publicUrl)).toBe(false);
    expect(isFromElsewhere(place({ origin: publicUrl }), publicUrl)).toBe(false);
  });

  it('may not come from another site', () => {
    expect(isFromElsewhere(place({ origin: 'https://evil.example' }), publicUrl)).toBe(true);
    expect(isFromElsewhere(place({ 'sec-fetch-site': 'cross-site' }), publicUrl)).toBe(true);
  });
});
