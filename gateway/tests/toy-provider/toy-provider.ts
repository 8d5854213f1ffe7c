// A provider that exists only here, added from outside: nothing in gateway/src knows it. It is as unlike the Cloud API as
// can be: forms instead of JSON, a token to be fetched first, a signature over the address and the parameters, statuses
// that carry neither a time nor an echo, and most refusals only after it has taken a message.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OutgoingHttp, OutgoingResult } from '../../src/platform/outgoing-http/outgoing-http.ts';
import type {
  Callback,
  CallbackItem,
  CallbackReading,
  CallbackStatus,
  StatusVerdict,
} from '../../src/providers/callback.ts';
import { echoParameter } from '../../src/providers/correlate.ts';
import { secretsOf } from '../../src/providers/hide-secrets.ts';
import type {
  ConnectionTest,
  Failure,
  LookUpResult,
  OutgoingMessage,
  Provider,
  ProviderCall,
  ProviderField,
  ProviderFields,
  SendOutcome,
  SendResult,
} from '../../src/providers/provider.ts';

const fields = [
  { name: 'number', label: 'Number', help: 'The number that sends.', isSecret: false },
  { name: 'auth_token', label: 'Auth token', help: 'From the console.', isSecret: true },
  {
    name: 'base_url',
    label: 'Base address',
    help: 'Where messages are taken.',
    isSecret: false,
    default: 'http://pigeons.invalid',
  },
  {
    name: 'token_url',
    label: 'Token address',
    help: 'Where tokens are made.',
    isSecret: false,
    default: 'http://pigeons.invalid',
  },
] as const satisfies readonly ProviderField[];

const limits = { messagesPerSecond: 10, pairMilliseconds: 0, pairBurst: 1 };
const timeoutMilliseconds = 10_000;
const answerBytesMax = 65_536;

const parse = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const codes: Readonly<Record<string, StatusVerdict>> = {
  '63012': { kind: 'retry', scope: 'message', afterSeconds: null },
  '63018': { kind: 'retry', scope: 'sender', afterSeconds: 5 },
  '63020': { kind: 'retry', scope: 'recipient', afterSeconds: null },
  '30002': { kind: 'suspended' },
  '21610': { kind: 'opted_out' },
};

const failureOf = (code: string, detail: string): Failure => ({
  code,
  title: `Error ${code}`,
  detail,
  cause: 'The pigeon came back.',
  action: 'Feed the pigeon.',
});

const post = (http: OutgoingHttp, url: string, token: string, body: string): Promise<OutgoingResult> =>
  http.send({
    method: 'POST',
    url,
    headers: { authorization: token, 'content-type': 'application/x-www-form-urlencoded' },
    body,
    timeoutMilliseconds,
    answerBytesMax,
  });

const callOf = (url: string, body: string, result: OutgoingResult, hide: (text: string) => string) => ({
  method: 'POST',
  url,
  requestBody: body,
  status: result.kind === 'answered' ? result.status : null,
  answerBody: result.kind === 'answered' ? hide(result.body) : null,
  milliseconds: result.milliseconds,
});

const readRefusal = (status: number, body: string): SendOutcome => {
  const { code, message } = parse(body);
  const failure = failureOf(String(code ?? `http_${status}`), String(message ?? `HTTP ${status}`));
  if (status === 401) return { kind: 'suspended', failure };
  if (status === 400) return { kind: 'rejected', failure };
  return { kind: 'retry', scope: 'sender', afterSeconds: null, failure };
};

const readUnsent = ({ reason, detail }: Extract<OutgoingResult, { kind: 'unsent' }>): SendOutcome => {
  const failure = failureOf(`connection_${reason}`, detail || reason);
  return reason === 'invalid_request'
    ? { kind: 'suspended', failure }
    : { kind: 'retry', scope: 'message', afterSeconds: null, failure };
};

/** The token call: when it fails in any way, the message has not been given away. */
const readToken = (result: OutgoingResult): { token: string } | { outcome: SendOutcome } => {
  if (result.kind === 'unsent') return { outcome: readUnsent(result) };
  if (result.kind === 'answered') {
    const { token } = parse(result.body);
    if (result.status === 200 && typeof token === 'string') return { token };
    if (result.status < 500) return { outcome: readRefusal(result.status, result.body) };
  }
  const failure = failureOf('no_token', 'No token came.');
  return { outcome: { kind: 'retry', scope: 'message', afterSeconds: null, failure } };
};

const readSent = (result: OutgoingResult): SendOutcome => {
  if (result.kind === 'unsent') return readUnsent(result);
  if (result.kind === 'answered') {
    const { sid } = parse(result.body);
    if (result.status === 201 && typeof sid === 'string') return { kind: 'sent', providerMessageId: sid };
    if (result.status >= 300 && result.status < 500) return readRefusal(result.status, result.body);
  }
  return { kind: 'unknown', failure: failureOf('no_answer', 'Nobody knows whether it was taken.') };
};

const hideOutcome = (outcome: SendOutcome, given: ProviderFields): SendOutcome =>
  outcome.kind === 'sent'
    ? outcome
    : { ...outcome, failure: secretsOf(fields, given).hideInFailure(outcome.failure) };

const send = async (
  http: OutgoingHttp,
  given: ProviderFields,
  message: OutgoingMessage,
): Promise<SendResult> => {
  const tokenUrl = `${given.token_url}/token`;
  const asked = await post(http, tokenUrl, given.auth_token ?? '', '');
  const step: ProviderCall = callOf(tokenUrl, '', asked, () => '[token]');
  const read = readToken(asked);
  if ('outcome' in read) return { outcome: hideOutcome(read.outcome, given), call: step };
  const url = `${given.base_url}/messages`;
  const body = new URLSearchParams({
    To: message.to,
    From: given.number ?? '',
    Body: message.body,
    StatusCallback: message.callbackUrl ?? '',
  }).toString();
  const result = await post(http, url, read.token, body);
  const { hide } = secretsOf(fields, given);
  return {
    outcome: hideOutcome(readSent(result), given),
    call: callOf(url, body, result, hide),
    steps: [step],
  };
};

const lookUp = async (
  http: OutgoingHttp,
  given: ProviderFields,
  message: OutgoingMessage,
): Promise<LookUpResult> => {
  const url = `${given.token_url}/find`;
  const body = new URLSearchParams({ StatusCallback: message.callbackUrl ?? '' }).toString();
  const result = await post(http, url, given.auth_token ?? '', body);
  const call = callOf(url, body, result, secretsOf(fields, given).hide);
  if (result.kind !== 'answered' || result.status !== 200) return { kind: 'unclear', call };
  const { sid } = parse(result.body);
  return typeof sid === 'string'
    ? { kind: 'taken', providerMessageId: sid, call }
    : { kind: 'not_taken', call };
};

const testConnection = async (http: OutgoingHttp, given: ProviderFields): Promise<ConnectionTest> => {
  const result = await post(http, `${given.base_url}/token`, given.auth_token ?? '', '');
  const read = readToken(result);
  if ('token' in read) return { kind: 'working', phoneNumber: given.number ?? null, name: null };
  const outcome = hideOutcome(read.outcome, given);
  return { kind: 'broken', failure: outcome.kind === 'sent' ? failureOf('?', '?') : outcome.failure };
};

/** The signed text: the address and every parameter in order. */
export const signToy = (secret: string, url: string, body: Buffer): string => {
  const parameters = [...new URLSearchParams(body.toString('utf8'))].map(
    ([name, value]) => `${name}${value}`,
  );
  return createHmac('sha256', secret)
    .update(url + parameters.toSorted().join(''))
    .digest('base64');
};

const verify = ({ url, headers, body }: Callback, given: ProviderFields): boolean => {
  const header = headers['x-pigeon-signature'];
  const secret = given.auth_token ?? '';
  if (typeof header !== 'string' || secret === '') return false;
  const [one, two] = [Buffer.from(header), Buffer.from(signToy(secret, url, body))];
  return one.length === two.length && timingSafeEqual(one, two);
};

const words: Readonly<Partial<Record<string, CallbackStatus['status']>>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
};

const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');

const readStatus = (
  parameters: Readonly<Record<string, string>>,
  status: CallbackStatus['status'],
  { query, receivedAt }: Callback,
): CallbackItem => {
  const code = parameters.ErrorCode ?? 'unknown';
  const echo = query[echoParameter];
  return {
    kind: 'status',
    account: null,
    status: {
      providerMessageId: parameters.MessageSid ?? '',
      status,
      at: receivedAt,
      recipient: parameters.To?.replace('+', '') ?? null,
      echo: typeof echo === 'string' ? echo : null,
      failure: status === 'failed' ? failureOf(code, `ErrorCode ${code}`) : null,
      ...(status === 'failed' && { verdict: codes[code] ?? { kind: 'rejected' } }),
      raw: parameters,
    },
  };
};

const readItem = (parameters: Readonly<Record<string, string>>, callback: Callback): CallbackItem | null => {
  const { MessageSid: id, MessageStatus: word, From: from = '', Body: text = '' } = parameters;
  if (word === 'queued') return null;
  const status = word === undefined ? undefined : words[word];
  if (!id || (word !== undefined && !status)) {
    return { kind: 'notice', account: null, topic: 'unreadable', raw: parameters };
  }
  if (status) return readStatus(parameters, status, callback);
  return {
    kind: 'message',
    account: null,
    message: {
      providerMessageId: id,
      from: /^\+\d+$/.test(from) ? from.slice(1) : null,
      fromName: null,
      type: 'text',
      text,
      at: callback.receivedAt,
      isUntimed: true,
      raw: parameters,
    },
  };
};

const read = (callback: Callback): CallbackReading => {
  const pairs = [...new URLSearchParams(callback.body.toString('utf8'))];
  if (pairs.length === 0) return { kind: 'unreadable', detail: 'The callback is not a form.' };
  const parameters = Object.fromEntries(pairs.map(([name, value]) => [storable(name), storable(value)]));
  const item = readItem(parameters, callback);
  return { kind: 'read', items: item ? [item] : [] };
};

export const toyProvider: Provider = {
  name: 'pigeons',
  title: 'Carrier pigeons',
  fields,
  // Its callbacks name the number only in words for people.
  accountOf: () => null,
  limitsOf: ({ number }) => (number === '+15550001111' ? { ...limits, messagesPerSecond: 1 } : limits),
  content: { text: { charactersMax: 1_600, needsWindow: true } },
  correlation: { kind: 'callback_url' },
  send,
  testConnection,
  lookUp,
  async registerCallback(http, given, callbackUrl) {
    const body = new URLSearchParams({ Url: callbackUrl }).toString();
    const result = await post(http, `${given.token_url}/webhook`, given.auth_token ?? '', body);
    if (result.kind === 'answered' && result.status === 200) return { kind: 'registered' };
    return { kind: 'refused', failure: failureOf('not_registered', 'It did not take the address.') };
  },
  callbacks: {
    binds: 'parameters',
    verify,
    read,
    describe: () => ({}),
    // A pigeon that is sent home unproven is asked to come again.
    answers: { stored: { status: 204 }, unproven: { status: 503 } },
  },
};
