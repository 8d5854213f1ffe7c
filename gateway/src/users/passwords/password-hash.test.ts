import { describe, expect, it } from 'vitest';
import { hashPassword, pretendToVerify, verifyPassword } from './password-hash.ts';

describe('a stored password', () => {
  it('opens for the password it was made of, and for no other', async () => {
    const stored = await hashPassword('violet-harbour-47');
    expect(await verifyPassword('violet-harbour-47', stored)).toBe(true);
    expect(await verifyPassword('violet-harbour-48', stored)).toBe(false);
    expect(await verifyPassword('', stored)).toBe(false);
  });

  it('names its parameters and holds a salt of its own', async () => {
    const [one, two] = await Promise.all([hashPassword('same'), hashPassword('same')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
  });

  it('opens whatever Unicode form the keyboard sends', async () => {
    const stored = await hashPassword('caf\u00e9-harbour');
    expect(await verifyPassword('cafe\u0301-harbour', stored)).toBe(true);
  });

  // Made by the reference implementation: argon2 somesalt -id -t 2 -k 256 -p 1 -l 24.
  it('opens with parameters that are no longer ours', async () => {
    const stored = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    expect(await verifyPassword('password', stored)).toBe(true);
    expect(await verifyPassword('passwort', stored)).toBe(false);
  });

  it('is an error when it cannot be read, never an open door', async () => {
    await expect(verifyPassword('x', 'plain')).rejects.toThrow('cannot be read');
  });

  it('of no account is never right', async () => {
    expect(await pretendToVerify('violet-harbour-47')).toBe(false);
  });
});

describe('a crowd', () => {
  it('gets its turns one after the other, and what is too much is asked to come back', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 110 }, () => verifyPassword('x', '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAA')),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({ reason: { code: 'overloaded', retryAfterSeconds: 5 } });
    expect(await verifyPassword('x', '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAA')).toBe(false);
  });
});
