import { describe, expect, it } from 'vitest';
import { selfSigned } from '../../tests/providers/support/self-signed.ts';
import { startMailServer } from '../../tests/support/mail-server.ts';
import { createMailer } from './mail.ts';

const mail = { to: 'layla@example.com', subject: 'كلمة مرورك', text: 'Hello Layla,\n\n.\nhttps://x/#y\n' };
const from = 'Hudhud <hudhud@example.com>';

describe('a mail', () => {
  it('is handed to the server with its envelope, headers and text', async () => {
    const { address, lines } = await startMailServer();
    await createMailer({ url: `smtp://user:p%40ss@${address}`, from })(mail);
    expect(lines[0]).toMatch(/^EHLO \S+$/);
    const login = Buffer.from('\u0000user\u0000p@ss').toString('base64');
    expect(lines.slice(1, 5)).toEqual([
      `AUTH PLAIN ${login}`,
      'MAIL FROM:<hudhud@example.com>',
      'RCPT TO:<layla@example.com>',
      'DATA',
    ]);
    expect(lines).toContain(`From: ${from}`);
    expect(lines).toContain(`Subject: =?utf-8?B?${Buffer.from(mail.subject).toString('base64')}?=`);
    const begin = lines.indexOf('') + 1;
    const body = lines.slice(begin, lines.indexOf('.')).join('');
    expect(Buffer.from(body, 'base64').toString()).toBe(mail.text);
    expect(lines.at(-1)).toBe('QUIT');
  });

  it('needs no password where the server asks for none', async () => {
    const { address, lines } = await startMailServer();
    await createMailer({ url: `smtp://${address}`, from })(mail);
    expect(lines.join()).not.toContain('AUTH');
  });

  it.each([
    ['EHLO', '500 no'],
    ['AUTH', '535 wrong'],
    ['RCPT', '550 no such user'],
    ['.', '554 spam'],
  ])('is an error when the server refuses %s', async (word, answer) => {
    const { address } = await startMailServer({ [word]: answer });
    await expect(createMailer({ url: `smtp://u:p@${address}`, from })(mail)).rejects.toThrow(answer);
  });

  it('is an error when the server falls silent', async () => {
    const { address } = await startMailServer({ MAIL: null });
    const send = createMailer({ url: `smtp://${address}`, from, timeoutMilliseconds: 100 });
    await expect(send(mail)).rejects.toThrow('took too long');
  });

  it('is an error when nobody listens', async () => {
    await expect(createMailer({ url: 'smtp://127.0.0.1:1', from })(mail)).rejects.toThrow('ECONNREFUSED');
  });

  it('goes on with TLS where the server offers it, and stops when that fails', async () => {
    const { address, lines } = await startMailServer({
      EHLO: '250-fake\r\n250 STARTTLS',
      STARTTLS: '454 not now',
    });
    await expect(createMailer({ url: `smtp://u:p@${address}`, from })(mail)).rejects.toThrow('454');
    expect(lines.slice(1)).toEqual(['STARTTLS']);
  });

  it('is not entrusted to a server whose certificate nobody vouches for', async () => {
    const offer = { EHLO: '250-fake\r\n250 STARTTLS', STARTTLS: '220 go on' };
    const { address, lines } = await startMailServer(offer, selfSigned);
    await expect(createMailer({ url: `smtp://u:p@${address}`, from })(mail)).rejects.toThrow('self-signed');
    expect(lines.slice(1)).toEqual(['STARTTLS']);
  });

  it('cannot smuggle a command in by an address', async () => {
    const { address, lines } = await startMailServer();
    const send = createMailer({ url: `smtp://${address}`, from });
    await expect(send({ ...mail, to: 'a@b\r\nRCPT TO:<c@d>' })).rejects.toThrow('white space');
    expect(lines.join()).not.toContain('c@d');
  });
});
