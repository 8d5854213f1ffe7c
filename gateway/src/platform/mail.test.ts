import type { SMTPServerAuthentication, SMTPServerAuthenticationResponse } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { namedCertificate } from '../../tests/providers/support/named-certificate.ts';
import { selfSigned } from '../../tests/providers/support/self-signed.ts';
import { startMailServer } from '../../tests/support/mail-server.ts';
import { startMailbox } from '../../tests/support/mailbox.ts';
import { createMailer } from './mail.ts';

const mail = { to: 'layla@example.com', subject: 'كلمة مرورك', text: 'Hello Layla,\n\n.\nhttps://x/#y\n' };
const from = 'Hudhud <hudhud@example.com>';

type Done = (error: Error | null, response?: SMTPServerAuthenticationResponse) => void;

/** Takes one way to sign in and one password or token; `user` then names the way. */
const strict = (method: string, secret: string) => ({
  authOptional: false,
  authMethods: [method],
  onAuth({ method: used, password, accessToken }: SMTPServerAuthentication, _session: unknown, done: Done) {
    if ((password ?? accessToken) === secret) done(null, { user: used });
    else done(new Error('wrong'));
  },
});

describe('a mail to a real server', () => {
  it('arrives whole, with its envelope, headers and text', async () => {
    const { address, mails } = await startMailbox();
    await createMailer({ url: `smtp://${address}`, from })(mail);
    expect(mails).toMatchObject([
      { to: [mail.to], from: 'hudhud@example.com', text: mail.text, isSecure: false, user: null },
    ]);
    const head = mails[0]?.head ?? '';
    expect(head).toContain('From: Hudhud <hudhud@example.com>');
    expect(head).toContain(`Subject: =?UTF-8?B?${Buffer.from(mail.subject).toString('base64')}?=`);
    expect(head).toContain('Auto-Submitted: auto-generated');
  });

  it('carries the name of its sender in Arabic', async () => {
    const { address, mails } = await startMailbox();
    await createMailer({ url: `smtp://${address}`, from: 'هدهد <hudhud@example.com>' })(mail);
    const name = Buffer.from('هدهد').toString('base64');
    expect(mails[0]?.head).toContain(`From: =?UTF-8?B?${name}?= <hudhud@example.com>`);
  });

  it.each([
    ['LOGIN', '', 'LOGIN'],
    ['PLAIN', '', 'PLAIN'],
    ['LOGIN', '?auth=login', 'LOGIN'],
    ['XOAUTH2', '?auth=xoauth2', 'XOAUTH2'],
  ])('goes over STARTTLS to a server that knows only AUTH %s%s', async (offered, query, user) => {
    const { port, mails } = await startMailbox({
      ...namedCertificate,
      ...strict(offered, 'p@ss/word'),
      disabledCommands: [],
    });
    const url = `smtp://layla:p%40ss%2Fword@localhost:${port}${query}`;
    const send = createMailer({ url, from, trustedCertificates: namedCertificate.cert });
    await send(mail);
    expect(mails).toMatchObject([{ text: mail.text, isSecure: true, user }]);
  });

  it('goes over TLS from the start', async () => {
    const { port, mails } = await startMailbox({ ...namedCertificate, secure: true });
    const url = `smtps://localhost:${port}`;
    await createMailer({ url, from, trustedCertificates: namedCertificate.cert })(mail);
    expect(mails).toMatchObject([{ isSecure: true }]);
  });

  it('is an error when the password is wrong', async () => {
    const { port, mails } = await startMailbox({ ...strict('LOGIN', 'right'), allowInsecureAuth: true });
    const send = createMailer({ url: `smtp://layla:wrong@127.0.0.1:${port}`, from });
    await expect(send(mail)).rejects.toThrow('535');
    expect(mails).toEqual([]);
  });

  it.each(['a,b@example.com', 'a;b@example.com', 'a(b)c@example.com', '"a"b@example.com'])(
    'does not go to %s, which could be read as another address',
    async (to) => {
      const { address, mails } = await startMailbox();
      const send = createMailer({ url: `smtp://${address}`, from });
      await expect(send({ ...mail, to })).rejects.toThrow('special characters');
      expect(mails).toEqual([]);
    },
  );
});

describe('a mail to a server that refuses', () => {
  it.each([
    ['EHLO', '500 no'],
    ['AUTH', '535 wrong'],
    ['RCPT', '550 no such user'],
    ['.', '554 spam'],
  ])('is an error when the server refuses %s', async (word, answer) => {
    const { address } = await startMailServer({ [word]: answer, HELO: '500 no' });
    await expect(createMailer({ url: `smtp://u:p@${address}`, from })(mail)).rejects.toThrow(answer);
  });

  it('is an error when the server falls silent', async () => {
    const { address } = await startMailServer({ MAIL: null });
    const send = createMailer({ url: `smtp://${address}`, from, timeoutMilliseconds: 100 });
    await expect(send(mail)).rejects.toThrow(/took too long|[Tt]imeout/);
  });

  it('is an error when no server listens', async () => {
    await expect(createMailer({ url: 'smtp://127.0.0.1:1', from })(mail)).rejects.toThrow('ECONNREFUSED');
  });

  it('goes on with TLS where the server offers it, and stops when that fails', async () => {
    const { address, lines } = await startMailServer({
      EHLO: '250-fake\r\n250 STARTTLS',
      STARTTLS: '454 not now',
    });
    await expect(createMailer({ url: `smtp://u:p@${address}`, from })(mail)).rejects.toThrow('454');
    expect(lines.slice(1, 2)).toEqual(['STARTTLS']);
    expect(lines.join()).not.toMatch(/AUTH|MAIL/);
  });

  it('is not entrusted to a server whose certificate is not trusted', async () => {
    const offer = { EHLO: '250-fake\r\n250 STARTTLS', STARTTLS: '220 go on' };
    const { address, lines } = await startMailServer(offer, selfSigned);
    await expect(createMailer({ url: `smtp://u:p@${address}`, from })(mail)).rejects.toThrow('self-signed');
    expect(lines.slice(1)).toEqual(['STARTTLS']);
  });

  it('cannot smuggle a command in by an address', async () => {
    const { address, mails } = await startMailbox();
    const send = createMailer({ url: `smtp://${address}`, from });
    await expect(send({ ...mail, to: 'a@b\r\nRCPT TO:<c@d>' })).rejects.toThrow('white space');
    expect(mails).toEqual([]);
  });

  it('cannot smuggle a header in by a subject', async () => {
    const { address, mails } = await startMailbox();
    await createMailer({ url: `smtp://${address}`, from })({ ...mail, subject: 'x\r\nBcc: c@d.example' });
    expect(mails[0]?.to).toEqual([mail.to]);
    expect(mails[0]?.head).not.toMatch(/^Bcc:/m);
  });
});

describe('the address of a mail server', () => {
  it.each([
    ['smtp://localhost?verify=no', 'unknown option "verify"'],
    ['smtp://u:p@localhost?auth=magic', '"auth" must be one of'],
    ['smtp://u@localhost?auth=xoauth2&refresh_token=x', '"client_id"'],
  ])('%s is refused at the start', (url, reason) => {
    expect(() => createMailer({ url, from })).toThrow(reason);
  });

  it('refuses a password in the clear to another machine', async () => {
    const { port, mails } = await startMailbox({ ...strict('LOGIN', 'right'), allowInsecureAuth: true });
    // Another spelling of this machine, which counts as another one.
    const send = createMailer({ url: `smtp://layla:right@127.0.0.2:${port}`, from });
    await expect(send(mail)).rejects.toThrow();
    expect(mails).toEqual([]);
  });
});
