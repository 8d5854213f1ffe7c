// Why a delivery failed, in words for the person who has to fix it: one entry per class of error.

import type { Failure } from '@hudhud/contract/failure.ts';

export const errorClasses = [
  'dns',
  'refused',
  'tls',
  'timeout',
  'reset',
  'unreachable',
  'blocked',
  'status',
  'redirect',
  'gone',
  'throttled',
  'invalid_request',
  'ours',
] as const;
export type ErrorClass = (typeof errorClasses)[number];

export const isErrorClass = (text: string): text is ErrorClass =>
  (errorClasses as readonly string[]).includes(text);

type Texts = Pick<Failure, 'title' | 'cause' | 'action'>;

const texts: Readonly<Record<ErrorClass, Texts>> = {
  dns: {
    title: 'The host name was not found',
    cause: 'The name in the URL does not resolve to an address.',
    action: 'Check the host name for typing errors, and that its DNS entry exists.',
  },
  refused: {
    title: 'The connection was refused',
    cause: 'The host is there, but nothing listens at this port.',
    action: 'Start the receiver, or correct the port in the URL.',
  },
  tls: {
    title: 'The TLS connection could not be made',
    cause: 'The certificate is expired, self-signed, or made for another name.',
    action: 'Install a certificate that public clients trust, with its whole chain.',
  },
  timeout: {
    title: 'The receiver did not answer in time',
    cause: 'An answer must be complete within 15 seconds.',
    action: 'Store what arrives, answer 200 at once, and do the work afterwards.',
  },
  reset: {
    title: 'The connection broke off',
    cause: 'The receiver, or something in between, closed the connection without an answer.',
    action: "Look into the receiver's log at this time: it may have crashed or run out of connections.",
  },
  unreachable: {
    title: 'The receiver cannot be reached',
    cause: 'No route leads to the address, or a firewall drops the connection.',
    action: 'Check that the address is reachable from the internet.',
  },
  blocked: {
    title: 'The address is not allowed',
    cause: 'The URL leads to a private or reserved address, which this gateway does not call.',
    action:
      "Use a public address, or ask the operator to add the receiver's network to WEBHOOK_ALLOWED_NETWORKS. Then send it again.",
  },
  status: {
    title: 'The receiver answered with an error',
    cause: 'Only a response from 200 to 299 says that the delivery was accepted.',
    action: "Look into the receiver's log, and at the answer that is kept here.",
  },
  redirect: {
    title: 'The receiver answered with a redirect',
    cause: 'Redirects are not followed, because they could lead anywhere.',
    action: 'Change the URL of the webhook to the address that it redirects to.',
  },
  gone: {
    title: 'The receiver is gone',
    cause: 'A response of 410 says that nothing will be accepted here again.',
    action: 'Correct the URL and resume the webhook, or delete it.',
  },
  throttled: {
    title: 'The receiver asks for fewer deliveries',
    cause: 'It answered 429 or 503.',
    action: 'Give the receiver more capacity, or give the webhook a rate.',
  },
  invalid_request: {
    title: 'The request cannot be made as it is',
    cause: 'The URL or one of the headers cannot be sent.',
    action: 'Correct the URL and the headers of the webhook. Then send it again.',
  },
  ours: {
    title: 'A fault on our side',
    cause: 'This gateway could not reach the network or its name server. It does not count as an attempt.',
    action: "Nothing; it is tried again by itself. The operator can check the gateway's network.",
  },
};

const detailCharactersMax = 500;

export const explainFailure = (errorClass: ErrorClass, detail: string): Failure => ({
  code: errorClass,
  detail: detail.slice(0, detailCharactersMax).toWellFormed(),
  ...texts[errorClass],
});
