// A real mail server on loopback that keeps every mail it takes.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { waitUntil } from './wait-until.ts';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  /** The headers as they came. */
  readonly head: string;
  readonly text: string;
  readonly isSecure: boolean;
  /** The name the client signed in with. */
  readonly user: string | null;
}

export interface Mailbox {
  /** Host and port. */
  readonly address: string;
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** The newest mail to an address that holds this text, once it has come. */
  wait(to: string, text: string): Promise<ReceivedMail>;
}

const parse = (raw: string): Pick<ReceivedMail, 'head' | 'text'> => {
  const split = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, split).replace(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(split + 4);
  const isBase64 = /^Content-Transfer-Encoding: base64$/m.test(head);
  const text = isBase64 ? Buffer.from(body, 'base64').toString() : body;
  return { head, text: text.replaceAll('\r\n', '\n') };
};

export const startMailbox = async (options: SMTPServerOptions = {}): Promise<Mailbox> => {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          ...parse(Buffer.concat(chunks).toString()),
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          isSecure: session.secure,
          user: typeof session.user === 'string' ? session.user : null,
        });
        done();
      });
    },
    ...options,
  });
  // A client that hangs up is a case some tests make.
  server.on('error', () => undefined);
  // Its owner may simply end.
  const listening = server.listen(0, '127.0.0.1').unref();
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    port,
    mails,
    wait: (to, text) =>
      waitUntil('the mail came', () =>
        mails.findLast((mail) => mail.to.includes(to) && mail.text.includes(text)),
      ),
  };
};
