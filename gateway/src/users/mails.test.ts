import { describe, expect, it } from 'vitest';
import { accountExistsMail, invitationMail, passwordWasResetMail, resetMail, signUpMail } from './mails.ts';

const link = 'https://wa.example.com/confirm-sign-up#k7f3';
const layla = { email: 'layla@example.com', name: 'Dr. Layla', language: 'en' } as const;
const closed = { passkeys: ['Phone', 'Key'], sessions: 2, isSecondFactorRemoved: true };

describe('a mail', () => {
  it('greets by name, and holds the link', () => {
    const { to, text } = signUpMail(layla, link, 24);
    expect(to).toBe(layla.email);
    expect(text).toMatch(/^Hello Dr\. Layla,\n/);
    expect(text).toContain(`\n${link}\n`);
    expect(text).toContain('24 hours');
  });

  it('is in Arabic for those who read Arabic', () => {
    for (const mail of [
      signUpMail({ ...layla, language: 'ar' }, link, 24),
      resetMail({ ...layla, language: 'ar' }, link),
      accountExistsMail({ ...layla, language: 'ar' }, link),
      passwordWasResetMail({ ...layla, language: 'ar' }, closed),
    ]) {
      expect(mail.text).toMatch(/^مرحبًا Dr\. Layla،/);
    }
  });

  it.each(['win at evil.example', 'https://evil', 'a@evil', 'two\nlines'])(
    'carries no link or lines of a stranger: %j',
    (name) => {
      expect(signUpMail({ ...layla, name }, link, 24).text).toMatch(/^Hello,\n\ncomplete/);
      const words = { email: layla.email, language: 'en', link, days: 7 } as const;
      const { text } = invitationMail({ ...words, invitedBy: name, companyName: name });
      expect(text).not.toContain(name);
    },
  );

  it('lists what a reset has closed', () => {
    const { text } = passwordWasResetMail(layla, closed);
    expect(text).toContain('Browsers signed out: 2');
    expect(text).toContain('Passkeys removed: Phone, Key');
    expect(text).toContain('Two-factor authentication was removed');
    const none = passwordWasResetMail(layla, { passkeys: [], sessions: 0, isSecondFactorRemoved: false });
    expect(none.text).toContain('Passkeys removed: none');
    expect(none.text).not.toContain('Two-factor');
  });
});
