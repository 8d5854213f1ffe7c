import { describe, expect, it } from 'vitest';
import { findPasswordWeakness } from './password-rules.ts';

describe('a password', () => {
  it.each([
    'violet-harbour-47',
    'correct horse battery staple',
    'Tr0ub4dor&3xyz',
    'كلمة مرور طويلة',
    '8f3k2m9q1x',
    '83920174659201',
    'my admin friend ate 3 figs',
  ])('%s is good enough', (password) => {
    expect(findPasswordWeakness(password)).toBeNull();
  });

  it.each([
    ['short-1ab', 'characters'],
    ['🦜🦜🦜🦜🦜', 'characters'],
    ['aaaaaaaaaaaa', 'pattern'],
    ['abcabcabcabc', 'pattern'],
    ['abcdefghijkl', 'pattern'],
    ['9876543210', 'pattern'],
    ['0501938275', 'tries first'],
    ['password12', 'tries first'],
    ['P@ssw0rd2026', 'tries first'],
    ['Qwertyuiop1!', 'tries first'],
    ['2026Welcome!!', 'tries first'],
    ['iloveyou1234', 'tries first'],
    ['hudhud!!2026', 'tries first'],
  ])('%s is too weak', (password, reason) => {
    expect(findPasswordWeakness(password)).toContain(reason);
  });

  it('must not be made of what everybody knows of the user', () => {
    const known = ['Layla Haddad', 'layla@alnoor.example', 'Al Noor Clinic'];
    expect(findPasswordWeakness('LaylaHaddad26', known)).toContain('your name');
    expect(findPasswordWeakness('layla@alnoor.example', known)).toContain('your name');
    expect(findPasswordWeakness('Layla likes figs', known)).toBeNull();
  });
});
