// Whether a request comes from our own dashboard. A browser sends the cookie along with every request that another site
// makes it send; what another site cannot do is set our header, or lie about where it is.

import type { IncomingHttpHeaders } from 'node:http';

export interface RequestPlace {
  readonly headers: IncomingHttpHeaders;
  /** Host and port as the caller named them. */
  readonly host: string;
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);

/** Null: the request does not say where it comes from. */
const isSameSite = ({ headers, host }: RequestPlace, publicUrl: string): boolean | null => {
  const site = headers['sec-fetch-site'];
  // Browsers leave it out on plain http; `Origin` comes with every request that changes something.
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  if (origin === undefined) return site === undefined ? null : true;
  const originHost = hostOf(origin);
  return originHost !== null && (originHost === host || originHost === hostOf(publicUrl));
};

/** For what changes something by a cookie. */
export const isFromDashboard = (place: RequestPlace, publicUrl: string): boolean =>
  place.headers['x-hudhud-client'] === 'dashboard' && isSameSite(place, publicUrl) === true;

/** For what needs no cookie, such as signing in: programs may, other sites may not. */
export const isFromElsewhere = (place: RequestPlace, publicUrl: string): boolean =>
  isSameSite(place, publicUrl) === false;
