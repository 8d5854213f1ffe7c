// Where requests wait for their answer. Unknown callers have an inbox of their own, so that no crowd of them takes a
// place from a company.

import { companyOf } from '../companies/company-of.ts';
import { AppError } from '../platform/errors.ts';
import { callerNetwork } from '../platform/http/caller-network.ts';
import { createInbox, type Inbox, type InboxRefusal } from '../platform/http/inbox.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { BoundName, BoundSubject, Bounds } from './bounds.ts';

export interface InboxSettings {
  readonly inboxRequestsMax: number;
  readonly inboxBytesMax: number;
  readonly strangerRequestsMax: number;
  readonly addressRequestsMax: number;
}

export interface Inboxes {
  /** Requests whose company or user is known, a share for each. */
  readonly known: Inbox;
  /** Requests whose caller is being looked up in the database. Their bodies are not read yet. */
  readonly arrivals: Inbox;
  /** Requests on routes for anyone, a share for each address. */
  readonly strangers: Inbox;
  /** Gives the request a place, or throws the refusal. */
  enterKnown(incoming: IncomingRequest, holder: string): void;
  enterArrivals(incoming: IncomingRequest): void;
  enterStrangers(incoming: IncomingRequest): void;
  /** The refusal of a request whose body has no room. */
  refuse(incoming: IncomingRequest, refusal: InboxRefusal): AppError;
}

/** The largest body on a route for anyone: an answer of a passkey has about 3 KB. */
export const strangerBodyBytesMax = 16_384;

/** How long a caller is asked to wait: an inbox empties within a commit or two. */
const retryAfterSeconds = 1;

/** The subject of a bound, as the log names it. */
export const subjectOf = (incoming: IncomingRequest): BoundSubject => {
  if (incoming.company) return { company: companyOf(incoming).publicId };
  if (incoming.signedIn) return { user: incoming.signedIn.userId };
  return { address: callerNetwork(incoming.source) };
};

export const createInboxes = (settings: InboxSettings, metrics: Metrics, bounds: Bounds): Inboxes => {
  const { inboxRequestsMax, inboxBytesMax, strangerRequestsMax, addressRequestsMax } = settings;
  const known = createInbox({ requestsMax: inboxRequestsMax, bytesMax: inboxBytesMax });
  const arrivals = createInbox({ requestsMax: inboxRequestsMax, bytesMax: 0 });
  const strangers = createInbox({
    requestsMax: strangerRequestsMax,
    bytesMax: strangerRequestsMax * strangerBodyBytesMax,
    shareRequestsMax: addressRequestsMax,
  });

  const refuse: Inboxes['refuse'] = (incoming, refusal) => {
    const isKnown = incoming.company !== null || incoming.signedIn !== null;
    const [full, share]: [BoundName, BoundName] = isKnown
      ? ['inbox', 'company_share']
      : ['strangers', 'address_share'];
    if (refusal === 'share') {
      bounds.reached(share, subjectOf(incoming));
      return new AppError('too_many_open_requests', { retryAfterSeconds });
    }
    metrics.countTurnedAway();
    bounds.reached(full);
    // A full gateway writes no rows about requests that it turns away.
    incoming.rowBy = 'none';
    return new AppError('overloaded', { retryAfterSeconds });
  };

  const enter = (incoming: IncomingRequest, inbox: Inbox, key?: string): void => {
    // A caller that hung up while it was looked up gave everything back already.
    if (incoming.hasLeft) throw new AppError('invalid_json', { detail: 'The caller hung up.' });
    incoming.place?.leave();
    const place = inbox.enter(key);
    incoming.place = typeof place === 'string' ? null : place;
    if (typeof place === 'string') throw refuse(incoming, place);
  };

  return {
    known,
    arrivals,
    strangers,
    enterKnown: (incoming, holder) => enter(incoming, known, holder),
    enterArrivals: (incoming) => enter(incoming, arrivals),
    enterStrangers: (incoming) => enter(incoming, strangers, callerNetwork(incoming.source)),
    refuse,
  };
};
