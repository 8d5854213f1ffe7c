import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

describe('the site that a passkey is for', () => {
  it('is the public host name where one is set', () => {
    expect(relyingPartyOf('https://wa.example.com', '10.0.0.7:3000')).toEqual({
      id: 'wa.example.com',
      origins: ['https://wa.example.com', 'http://wa.example.com'],
    });
  });

  it('is the host name that was called otherwise, whatever its port', () => {
    expect(relyingPartyOf(null, 'localhost:3000')).toEqual({
      id: 'localhost',
      origins: ['https://localhost:3000', 'http://localhost:3000'],
    });
  });

  it.each(['127.0.0.1:3000', '[::1]:3000', '10.0.0.7', '', 'not a host'])('is unavailable at %s', (host) => {
    expect(() => relyingPartyOf(null, host)).toThrowError(
      expect.objectContaining({ code: 'passkeys_unavailable' }),
    );
  });
});
