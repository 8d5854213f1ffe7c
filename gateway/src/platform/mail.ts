// Sends a plain text mail over SMTP: the few that a gateway sends need no library. TLS from the start (smtps) or by
// STARTTLS where the server offers it; a password never travels in the clear.

import { randomUUID } from 'node:crypto';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

export interface MailOptions {
  /** `smtp://user:password@host:587` or `smtps://...`. */
  readonly url: string;
  readonly from: string;
  readonly timeoutMilliseconds?: number;
}

interface Reply {
  readonly code: number;
  readonly text: string;
}

interface Conversation {
  /** Sends a line, if there is one to send, and waits for the reply; throws when it is not the expected kind. */
  ask(line: string | null, expected: number): Promise<Reply>;
}

/** A reply is any number of lines `250-...` and a last one `250 ...`. */
const wholeReply = /^(?:\d{3}-[^\n]*\n)*(\d{3})(?: [^\n]*)?\n/;

const converse = (socket: Socket): Conversation => {
  let received = '';
  let failure: Error | null = null;
  let wake: (() => void) | null = null;
  const onNews = (): void => wake?.();
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    onNews();
  });
  socket.on('error', (error) => {
    failure = error;
    onNews();
  });
  socket.on('close', () => {
    failure ??= new Error('the mail server hung up');
    onNews();
  });

  const read = async (): Promise<Reply> => {
    for (;;) {
      const [text, code] = wholeReply.exec(received) ?? [];
      if (text !== undefined) {
        received = received.slice(text.length);
        return { code: Number(code), text };
      }
      if (failure) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };

  return {
    async ask(line, expected) {
      if (line !== null) socket.write(`${line}\r\n`);
      const reply = await read();
      if (Math.floor(reply.code / 100) === expected) return reply;
      throw new Error(`the mail server answered ${reply.text.trim()}`);
    },
  };
};

const defaultPort = (isTls: boolean): number => (isTls ? 465 : 587);

/** An IPv6 address stands in brackets in a URL only. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Whose certificate is expected. An IP address has no place in the handshake, only in the certificate. */
const identity = (host: string) => (isIP(host) === 0 ? { host, servername: host } : { host });

const open = (url: URL): Socket => {
  const isTls = url.protocol === 'smtps:';
  const port = Number(url.port) || defaultPort(isTls);
  const host = hostOf(url);
  return isTls ? connectTls({ ...identity(host), port }) : connectPlain({ host, port });
};

/** From here on nothing of the plain connection is believed: the server introduces itself again. */
const startTls = (plain: Socket, url: URL): Socket => {
  plain.removeAllListeners('data');
  return connectTls({ ...identity(hostOf(url)), socket: plain });
};

const encodeHeader = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

const compose = (from: string, { to, subject, text }: Mail): string => {
  const body = Buffer.from(text)
    .toString('base64')
    .replace(/.{1,76}/g, '$&\r\n');
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${encodeHeader(subject)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${hostname()}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    'Auto-Submitted: auto-generated',
    '',
    body,
  ].join('\r\n');
};

/** Nothing that could end the line and begin another command or header. */
const checkAddress = (address: string): string => {
  if (/[\s<>]/.test(address)) throw new Error('a mail address holds white space or brackets');
  return address;
};

/** `Name <address>` or the address alone. */
const bareAddress = (text: string): string => checkAddress(/<([^<>]+)>$/.exec(text)?.[1] ?? text);

const isHome = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host);

const deliver = async (url: URL, options: MailOptions, mail: Mail, watch: (socket: Socket) => void) => {
  const hello = `EHLO ${hostname()}`;
  const plain = open(url);
  watch(plain);
  let talk = converse(plain);
  let isTls = url.protocol === 'smtps:';
  await talk.ask(null, 2);
  const offers = await talk.ask(hello, 2);
  if (!isTls && /\bSTARTTLS\b/i.test(offers.text)) {
    await talk.ask('STARTTLS', 2);
    const secured = startTls(plain, url);
    watch(secured);
    talk = converse(secured);
    isTls = true;
    await talk.ask(hello, 2);
  }
  if (url.username !== '') {
    if (!isTls && !isHome(hostOf(url)))
      throw new Error('the mail server offers no TLS to send a password by');
    const login = `\u0000${decodeURIComponent(url.username)}\u0000${decodeURIComponent(url.password)}`;
    await talk.ask(`AUTH PLAIN ${Buffer.from(login).toString('base64')}`, 2);
  }
  await talk.ask(`MAIL FROM:<${bareAddress(options.from)}>`, 2);
  await talk.ask(`RCPT TO:<${checkAddress(mail.to)}>`, 2);
  await talk.ask('DATA', 3);
  // Base64 has no line that begins with a dot, so none needs to be doubled.
  await talk.ask(`${compose(options.from, mail)}\r\n.`, 2);
  await talk.ask('QUIT', 2).catch(() => undefined);
};

export const createMailer = (options: MailOptions): SendMail => {
  const url = new URL(options.url);
  return async (mail) => {
    const sockets: Socket[] = [];
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy(new Error('the mail server took too long'));
    }, options.timeoutMilliseconds ?? 30_000);
    try {
      await deliver(url, options, mail, (socket) => sockets.push(socket));
    } finally {
      clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
    }
  };
};
