// One request to a provider in JSON, and its row in Webhook Logs, without the secrets. What a
// broken connection means for a message is the same for every provider; so are the words for it.

import type {
  OutgoingHttp,
  OutgoingRequest,
  OutgoingResult,
} from '../platform/outgoing-http/outgoing-http.ts';
import { asFields } from './cloud-api/graph-error.ts';
import type { SecretsOf } from './hide-secrets.ts';
import { byItself, ownFailure } from './own-failure.ts';
import type { Failure, ProviderCall, SendOutcome } from './provider.ts';

/** A short limit would only turn slow answers into unknown outcomes. */
export const sendMilliseconds = 35_000;
/** For queries: only the person who asks waits for their answers. */
export const askMilliseconds = 15_000;
const answerBytesMax = 65_536;

export interface JsonRequest {
  readonly method: OutgoingRequest['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly timeoutMilliseconds: number;
  readonly answerBytesMax?: number;
}

export interface Exchange {
  readonly result: OutgoingResult;
  readonly call: ProviderCall;
}

/** Records a request for Webhook Logs. `hide` removes the secrets from the answer; a streamed file is not kept. */
export const recordCall = (
  request: Pick<OutgoingRequest, 'method' | 'url'> & { readonly body: string | null },
  result: OutgoingResult | OutgoingResult<'stream'>,
  hide: SecretsOf['hide'],
): ProviderCall => {
  const isAnswered = result.kind === 'answered';
  return {
    method: request.method,
    url: request.url,
    requestBody: request.body,
    status: isAnswered ? result.status : null,
    answerBody: isAnswered && typeof result.body === 'string' ? hide(result.body) : null,
    milliseconds: result.milliseconds,
  };
};

export const exchange = async (
  http: OutgoingHttp,
  { hide }: Pick<SecretsOf, 'hide'>,
  { method, url, headers, body, ...bounds }: JsonRequest,
): Promise<Exchange> => {
  const text = body === undefined ? null : JSON.stringify(body);
  const result = await http.send({
    method,
    url,
    headers: text === null ? headers : { ...headers, 'content-type': 'application/json' },
    body: text,
    answerBytesMax,
    ...bounds,
  });
  return { result, call: recordCall({ method, url, body: text }, result, hide) };
};

/** The call of an outcome that was clear before any call was made. */
export const noCall = (url: string): ProviderCall => ({
  method: 'POST',
  url,
  requestBody: null,
  status: null,
  answerBody: null,
  milliseconds: 0,
});

/** As `ownFailure`; where the other side said nothing, the cause stands as the detail too. */
export const failureWithDetail = (code: string, detail: string, cause: string, action: string): Failure =>
  ownFailure(code, detail || cause, cause, action);

/** `title` is the provider's. */
export const unknownOutcome = (title: string, code: string, detail: string): SendOutcome => ({
  kind: 'unknown',
  failure: failureWithDetail(
    code,
    detail,
    `${title} did not say whether it accepted the message.`,
    'Wait for its status, or send it again at the risk that it arrives twice.',
  ),
});

/** A content that the provider has no form for, refused before any call. */
export const notCarried = (title: string, type: string): SendOutcome => ({
  kind: 'rejected',
  failure: failureWithDetail(
    'content_not_carried',
    '',
    `${title} cannot be given this message of the type "${type}".`,
    'Send it from another sender, or in another form.',
  ),
});

/** No connection: the message is sent later. */
export const unreachedOutcome = (
  title: string,
  { reason, detail }: { readonly reason: string; readonly detail: string },
) =>
  ({
    kind: 'retry',
    scope: 'message',
    afterSeconds: null,
    failure: failureWithDetail(`connection_${reason}`, detail, `${title} could not be reached.`, byItself),
  }) as const satisfies SendOutcome;

/** No byte was sent, or the fate of those that were is unknown. */
export const readBroken = (
  title: string,
  result: Exclude<OutgoingResult, { kind: 'answered' }>,
): SendOutcome => {
  const { reason, detail } = result;
  if (result.kind === 'unanswered') return unknownOutcome(title, `connection_${reason}`, detail);
  if (reason === 'invalid_request') {
    const cause = 'The base address or a credential cannot be used as it is.';
    const action = 'Correct the base address and the credentials of the sender.';
    return { kind: 'suspended', failure: failureWithDetail(reason, detail, cause, action) };
  }
  return unreachedOutcome(title, result);
};

/** For questions: an answer that is none. */
export const unreachable = (title: string, detail: string): Failure =>
  failureWithDetail(
    'connection_failed',
    detail,
    `${title} could not be reached, or did not answer in its own words.`,
    'Check the base address and the way out of this machine.',
  );

/** Null for a body that is no JSON object. */
export const parseObject = (text: string): Readonly<Record<string, unknown>> | null => {
  try {
    return asFields(JSON.parse(text));
  } catch {
    return null;
  }
};
