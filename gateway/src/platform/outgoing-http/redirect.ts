// Following a redirect, for a caller who asked for it. Only GET and HEAD: anything else may already have had its effect,
// and a hop that is `unsent` would then look safe to repeat.

import type { AnswerForm, OutgoingRequest } from './request.ts';
import type { OutgoingResult } from './result.ts';

type Send = <Form extends AnswerForm>(request: OutgoingRequest<Form>) => Promise<OutgoingResult<Form>>;

const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** Headers that another origin may see. Every other one may be a credential. */
const openHeaders = /^(accept|accept-language|range|user-agent)$/i;

const publicHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => openHeaders.test(name)));

/** Where it leads next; null when it is not followed. */
const nextUrl = (from: string, location: string | undefined): URL | null => {
  if (location === undefined || !URL.canParse(location, from)) return null;
  const next = new URL(location, from);
  // An answer that was requested over TLS is not accepted over plain HTTP.
  const isDowngrade = from.startsWith('https:') && next.protocol !== 'https:';
  return isDowngrade || !/^https?:$/.test(next.protocol) ? null : next;
};

/** Sends it, and follows as many redirects as the request allows within the one time limit. */
export const sendFollowing = async <Form extends AnswerForm>(
  send: Send,
  first: OutgoingRequest<Form>,
): Promise<OutgoingResult<Form>> => {
  const beginning = performance.now();
  let request = first;
  for (let left = first.redirectsMax ?? 0; ; left -= 1) {
    const result = await send(request);
    if (left <= 0 || result.kind !== 'answered' || !redirects.includes(result.status)) return result;
    const next = nextUrl(request.url, result.headers.location);
    if (!next) return result;
    if (typeof result.body === 'object' && 'destroy' in result.body) result.body.destroy();
    const isSameOrigin = next.origin === new URL(request.url).origin;
    const timeoutMilliseconds = first.timeoutMilliseconds - (performance.now() - beginning);
    request = {
      ...request,
      url: next.href,
      headers: isSameOrigin ? request.headers : publicHeaders(request.headers),
      timeoutMilliseconds: Math.max(1, timeoutMilliseconds),
    };
  }
};
