// Files at Twilio: ours are fetched from a link; those of people lie behind the account's credentials, and mostly behind a
// redirect to a storage that must not see them.

import type { OutgoingHttp, OutgoingResult } from '../../platform/outgoing-http/outgoing-http.ts';
import { recordCall } from '../exchange.ts';
import { secretsOf } from '../hide-secrets.ts';
import type { FetchOutcome, FetchResult, IncomingFile, MediaPart } from '../media-part.ts';
import { byItself, ownFailure } from '../own-failure.ts';
import type { ProviderCall, ProviderFields } from '../provider.ts';
import { twilioHeaders, twilioUrl } from './call-twilio.ts';
import { twilioFields } from './fields.ts';

const redirectsMax = 3;

/** The credentials are sent to Twilio's own address only, never to another address that a callback names. */
const isOwnAddress = (fields: ProviderFields, url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const base = twilioUrl(fields, 'api', '');
  return URL.canParse(base) && url.startsWith(base);
};

const blocked = (detail: string): FetchOutcome => ({
  kind: 'blocked',
  failure: ownFailure(
    'file_address',
    detail,
    'The file lies at an address that is not one of Twilio.',
    'Nothing: it is not fetched.',
  ),
});

const retry = (code: string, detail: string): FetchOutcome => ({
  kind: 'retry',
  afterSeconds: null,
  failure: ownFailure(code, detail, 'Twilio did not hand out the file.', byItself),
});

const lengthOf = (headers: Readonly<Record<string, string>>): number | null => {
  const length = headers['content-length'] ?? '';
  return /^\d+$/.test(length) ? Number(length) : null;
};

const readFile = (result: OutgoingResult<'stream'>, bytesMax: number): FetchOutcome => {
  if (result.kind !== 'answered') {
    const isBlocked = result.kind === 'unsent' && ['blocked', 'invalid_request'].includes(result.reason);
    return isBlocked ? blocked(result.detail) : retry(`connection_${result.reason}`, result.detail);
  }
  const { status, headers, body } = result;
  const bytes = lengthOf(headers);
  if (status === 200 && (bytes === null || bytes <= bytesMax)) {
    return { kind: 'fetched', body, mimeType: headers['content-type'] ?? null, bytes, sha256: null };
  }
  body.destroy();
  if (status === 200) {
    const cause = 'The file is bigger than what is fetched.';
    return {
      kind: 'too_big',
      failure: ownFailure('file_too_big', `${bytes} bytes`, cause, 'Raise the limit.'),
    };
  }
  if (status === 404 || status === 410) {
    const cause = 'Twilio has the file no more.';
    return {
      kind: 'gone',
      failure: ownFailure(`http_${status}`, `HTTP ${status}`, cause, 'Ask for it again.'),
    };
  }
  return retry(`http_${status}`, `HTTP ${status}`);
};

const fetchFile = async (
  http: OutgoingHttp,
  fields: ProviderFields,
  { reference }: IncomingFile,
  { bytesMax, timeoutMilliseconds }: { readonly bytesMax: number; readonly timeoutMilliseconds: number },
): Promise<FetchResult> => {
  if (!isOwnAddress(fields, reference)) return { outcome: blocked(reference), calls: [] };
  const ask = (url: string, headers: Record<string, string>) =>
    http.send({
      method: 'GET',
      url,
      headers,
      body: null,
      timeoutMilliseconds,
      answerBytesMax: bytesMax,
      answerAs: 'stream',
    });
  const { hide } = secretsOf(twilioFields, fields);
  const calls: ProviderCall[] = [];
  let url = reference;
  let headers = twilioHeaders(fields);
  for (let left = redirectsMax; ; left -= 1) {
    const result = await ask(url, headers);
    calls.push(recordCall({ method: 'GET', url: hide(url), body: null }, result, hide));
    const next = left > 0 ? redirectOf(url, result) : null;
    if (next === null) return { outcome: readFile(result, bytesMax), calls };
    if (result.kind === 'answered') result.body.destroy();
    url = next;
    // A redirect of Twilio's leads away from it, even where one machine plays both.
    headers = {};
  }
};

const redirectOf = (from: string, result: OutgoingResult<'stream'>): string | null => {
  if (result.kind !== 'answered' || result.status < 300 || result.status > 399) return null;
  const { location } = result.headers;
  if (location === undefined || !URL.canParse(location, from)) return null;
  const next = new URL(location, from);
  const isDowngrade = from.startsWith('https:') && next.protocol !== 'https:';
  return isDowngrade || !/^https?:$/.test(next.protocol) ? null : next.href;
};

export const twilioMedia: MediaPart = { outgoing: { kind: 'link' }, fetch: fetchFile };
