// Which sender a route gives a message to. The first route that fits is used; in it the first sender that works, or has
// not been down for long enough.

import { minuteMilliseconds } from '../../platform/time.ts';
import type { ContentKind } from '../../providers/provider.ts';
import type { Route, Sender } from '../directory.ts';

/** Traits of a person that routes may ask for. */
export interface PersonTraits {
  readonly storeId: string | null;
  readonly tags: readonly string[];
}

export interface RoutedPerson {
  /** E.164; empty for a person whose number is not known. */
  readonly phoneNumber: string;
  readonly traits?: PersonTraits | undefined;
}

export interface RouteChoice {
  readonly route: Route;
  readonly sender: Sender;
  /** The sender that carries messages of this route as long as it works. */
  readonly first: Sender;
}

const fits = ({ storeId, tag, countryPrefix }: Route, { phoneNumber, traits }: RoutedPerson): boolean =>
  (storeId === null || traits?.storeId === storeId) &&
  (tag === null || (traits?.tags.includes(tag) ?? false)) &&
  (countryPrefix === null || phoneNumber.startsWith(`+${countryPrefix}`));

/** Suspended or failing, and for so long that another should take over. */
const isDown = (
  { state, stateChangedAt }: Sender,
  { afterMinutes }: Pick<Route, 'afterMinutes'>,
  now: number,
): boolean =>
  state !== 'connected' && now - (stateChangedAt?.getTime() ?? now) >= afterMinutes * minuteMilliseconds;

const sendersOf = (route: Route, senders: readonly Sender[]): Sender[] =>
  route.senderIds.flatMap((id) => senders.find((sender) => sender.id === id) ?? []);

/** Whether the person's store and tags must be looked up before a route can be chosen. */
export const wantsTraits = ([first]: readonly Sender[]): boolean =>
  first?.routes?.some(({ storeId, tag }) => storeId !== null || tag !== null) ?? false;

/** Null where no route fits: then the default sender carries the message. */
export const chooseByRoute = (
  senders: readonly Sender[],
  person: RoutedPerson,
  kind: ContentKind,
  now: number = Date.now(),
): RouteChoice | null => {
  for (const route of senders[0]?.routes ?? []) {
    const [first, ...others] = fits(route, person) ? sendersOf(route, senders) : [];
    if (!first) continue;
    const sender = [first, ...others].find(
      (candidate) => !isDown(candidate, route, now) && candidate.provider.content[kind],
    );
    return { route, first, sender: sender ?? first };
  }
  return null;
};

/** The sender that takes over the messages of one that is down; null when none can. */
export const successorOf = (
  sender: Sender,
  route: Route,
  senders: readonly Sender[],
  now: number,
): Sender | null => {
  if (!route.senderIds.includes(sender.id) || !isDown(sender, route, now)) return null;
  return sendersOf(route, senders).find(({ id, state }) => id !== sender.id && state === 'connected') ?? null;
};
