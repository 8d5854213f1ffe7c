// One request to Twilio. It has a host for each part of its API; elsewhere (the simulator, a proxy) one address serves all.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { type Exchange, recordCall, sendMilliseconds } from '../exchange.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { ProviderFields } from '../provider.ts';
import { field, twilioFields } from './fields.ts';

export type TwilioHost = 'api' | 'content' | 'messaging';

export interface TwilioRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly host: TwilioHost;
  /** Without a slash in front. */
  readonly path: string;
  /** A form, or a value that is sent as JSON. */
  readonly body?: URLSearchParams | object;
  readonly timeoutMilliseconds?: number;
}

const answerBytesMax = 4 * 1024 * 1024;
const keptCharacters = 65_536;

export const twilioUrl = (fields: ProviderFields, host: TwilioHost, path: string): string => {
  const base = field(fields, 'base_url').replace(/\/+$/, '');
  return `${base.replace(/^(https:\/\/)api\.(?=([a-z0-9-]+\.)*twilio\.com$)/, `$1${host}.`)}/${path}`;
};

export const accountPath = (fields: ProviderFields, path: string): string =>
  `2010-04-01/Accounts/${encodeURIComponent(field(fields, 'account_sid'))}/${path}`;

/** An API key where there is one; the path names the account in any case. */
const basicOf = (fields: ProviderFields): string => {
  const key = field(fields, 'api_key_sid');
  const user = key || field(fields, 'account_sid');
  const password = field(fields, key ? 'api_key_secret' : 'auth_token');
  return Buffer.from(`${user}:${password}`).toString('base64');
};

export const twilioHeaders = (fields: ProviderFields): Record<string, string> => ({
  authorization: `Basic ${basicOf(fields)}`,
});

/** The credentials as they go over the wire hold the token in another alphabet. */
export const hideTwilioSecrets = (fields: ProviderFields, text: string): string =>
  secretsOf(twilioFields, fields).hide(text.replaceAll(basicOf(fields), '[hidden]'));

const written = (body: TwilioRequest['body']): string | null => {
  if (body === undefined) return null;
  return body instanceof URLSearchParams ? body.toString() : JSON.stringify(body);
};

const contentTypeOf = (body: TwilioRequest['body']): Record<string, string> => {
  if (body === undefined) return {};
  const isForm = body instanceof URLSearchParams;
  return { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' };
};

export const callTwilio = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  request: TwilioRequest,
): Promise<Exchange> => {
  const { method, host, path, timeoutMilliseconds = sendMilliseconds } = request;
  const url = twilioUrl(fields, host, path);
  const body = written(request.body);
  const headers = { ...twilioHeaders(fields), ...contentTypeOf(request.body) };
  const result = await http.send({ method, url, headers, body, timeoutMilliseconds, answerBytesMax });
  const hide = (text: string): string => hideTwilioSecrets(fields, text.slice(0, keptCharacters));
  return { result, call: recordCall({ method, url, body }, result, hide) };
};
