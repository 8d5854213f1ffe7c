// Files of people at providers that name them by an address. The address comes in a callback: credentials go to it only
// when its host is the provider's, and over no redirect to another (platform/outgoing-http/redirect.ts).

import type { OutgoingHttp, OutgoingResult } from '../platform/outgoing-http/outgoing-http.ts';
import { readRetryAfter } from '../platform/outgoing-http/retry-after.ts';
import { failureWithDetail, recordCall } from './exchange.ts';
import type { FetchOutcome, FetchResult } from './media-part.ts';
import { byItself } from './own-failure.ts';

export interface AddressedFile {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Domains of the provider, whose subdomains are its own too. */
  readonly domains: readonly string[];
  /** Where the sender's messages go: the same host may be asked for files. */
  readonly baseUrl: string;
}

export interface FetchBounds {
  readonly bytesMax: number;
  readonly timeoutMilliseconds: number;
}

const redirectsMax = 3;

const isBelow = (hostname: string, domain: string): boolean =>
  hostname === domain || hostname.endsWith(`.${domain}`);

/** Whether credentials may go there: to the provider's domains over TLS, and to the sender's own base address. */
const isOwnAddress = ({ url, domains, baseUrl }: Omit<AddressedFile, 'headers'>): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, origin, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  if (URL.canParse(baseUrl) && new URL(baseUrl).origin === origin) return true;
  return protocol === 'https:' && domains.some((domain) => isBelow(hostname, domain));
};

const blocked = (detail: string): FetchOutcome => ({
  kind: 'blocked',
  failure: failureWithDetail(
    'file_address_refused',
    detail,
    "The address of the file is not one of the provider's.",
    'Ask the person to send the file again.',
  ),
});

const tooBig = (bytesMax: number): FetchOutcome => ({
  kind: 'too_big',
  failure: failureWithDetail(
    'file_too_big',
    `More than ${bytesMax} bytes.`,
    'The file is bigger than what is kept.',
    'Ask the person for a smaller file.',
  ),
});

const readRefusal = (status: number, headers: Readonly<Record<string, string>>): FetchOutcome => {
  const detail = `HTTP ${status}`;
  if (status === 404 || status === 410) {
    const cause = 'The provider has the file no more.';
    return {
      kind: 'gone',
      failure: failureWithDetail('file_gone', detail, cause, 'Ask the person to send it again.'),
    };
  }
  const cause = 'The provider did not give the file.';
  return {
    kind: 'retry',
    afterSeconds: readRetryAfter(headers),
    failure: failureWithDetail(`http_${status}`, detail, cause, byItself),
  };
};

const readFetched = (result: OutgoingResult<'stream'>, bytesMax: number): FetchOutcome => {
  if (result.kind !== 'answered') {
    if (result.kind === 'unsent' && result.reason === 'blocked') return blocked(result.detail);
    const cause = 'The provider could not be reached.';
    const failure = failureWithDetail(`connection_${result.reason}`, result.detail, cause, byItself);
    return { kind: 'retry', afterSeconds: null, failure };
  }
  const { status, headers, body } = result;
  const bytes = /^\d{1,15}$/.test(headers['content-length'] ?? '') ? Number(headers['content-length']) : null;
  if (status === 200 && (bytes ?? 0) <= bytesMax) {
    const [mimeType = ''] = (headers['content-type'] ?? '').split(';');
    return { kind: 'fetched', body, mimeType: mimeType.trim() || null, bytes, sha256: null };
  }
  body.destroy();
  return status === 200 ? tooBig(bytesMax) : readRefusal(status, headers);
};

export const fetchByAddress = async (
  http: OutgoingHttp,
  file: AddressedFile,
  { bytesMax, timeoutMilliseconds }: FetchBounds,
): Promise<FetchResult> => {
  if (!isOwnAddress(file)) return { outcome: blocked(file.url.slice(0, 200)), calls: [] };
  const result = await http.send({
    method: 'GET',
    url: file.url,
    headers: file.headers,
    body: null,
    timeoutMilliseconds,
    answerBytesMax: bytesMax,
    answerAs: 'stream',
    redirectsMax,
  });
  return {
    outcome: readFetched(result, bytesMax),
    calls: [recordCall({ method: 'GET', url: file.url, body: null }, result, (text) => text)],
  };
};
