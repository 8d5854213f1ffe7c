// One POST over a kept-alive connection, and what came of it. Nothing is repeated here: a lost answer must stay a lost
// answer for the journal to see.

import { type Agent, request } from 'node:http';

export interface Credentials {
  readonly companyId: string;
  readonly token: string;
}

export interface SendRequest {
  readonly address: string;
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  /** The caller hangs up when no answer came by then. */
  readonly patienceMilliseconds?: number;
  /** The whole request was handed to the operating system. */
  readonly onWritten?: () => void;
}

export type SendOutcome =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string | string[] | undefined>>;
      readonly text: string;
    }
  /** No server listened: the request cannot have arrived. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** Longer than any answer may take; only a gateway that hangs makes a caller wait this long. */
const defaultPatienceMilliseconds = 60_000;

export const sendOnce = (options: SendRequest): Promise<SendOutcome> =>
  new Promise((resolve) => {
    const sent = request(`${options.address}${options.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(options.body),
        ...options.headers,
      },
      ...(options.agent && { agent: options.agent }),
    });
    if (options.onWritten) sent.once('finish', options.onWritten);
    const patience = setTimeout(
      () => sent.destroy(new Error('the caller lost patience')),
      options.patienceMilliseconds ?? defaultPatienceMilliseconds,
    );
    const settle = (outcome: SendOutcome): void => {
      clearTimeout(patience);
      resolve(outcome);
    };
    sent.on('error', (error: NodeJS.ErrnoException) =>
      settle(
        error.code === 'ECONNREFUSED'
          ? { kind: 'unreachable' }
          : { kind: 'unanswered', reason: error.code ?? error.message },
      ),
    );
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => settle({ kind: 'unanswered', reason: error.message }));
      response.on('end', () =>
        settle({
          kind: 'answered',
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.end(options.body);
  });

export const credentialHeaders = (credentials: Credentials): Record<string, string> => ({
  authorization: `Bearer ${credentials.token}`,
  'x-company-id': credentials.companyId,
});
