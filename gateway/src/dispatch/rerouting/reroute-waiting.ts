// Messages that wait for a sender that has been suspended or failing for too long move to the next one of its route.
// Done by the process that owns the lane, with the lane closed meanwhile: a message in its memory could otherwise go
// out by a sender that has just lost it.

import type pg from 'pg';
import type { Log } from '../../platform/log.ts';
import type { Route, Sender, SenderDirectory } from '../../senders/directory.ts';
import { successorOf } from '../../senders/routing/route.ts';
import type { LaneKeeper } from '../lane-keeper.ts';
import { type Move, moveWaiting } from './queries.ts';

export interface RerouteOptions {
  readonly writers: pg.Pool;
  readonly senders: SenderDirectory;
  readonly keeper: Pick<LaneKeeper, 'lanes' | 'setAside' | 'poke'>;
  readonly log: Log;
}

const rowsPerBite = 1_000;

/** A template belongs to an account; another one may have another text under its name, or none. */
const sharesTemplates = (one: Sender, two: Sender): boolean =>
  one.provider === two.provider &&
  one.provider.templates !== undefined &&
  one.provider.templates.accountOf(one.fields) === two.provider.templates?.accountOf(two.fields);

const typesFor = (from: Sender, to: Sender): string[] =>
  Object.keys(to.provider.content).filter((type) => type !== 'template' || sharesTemplates(from, to));

const toMove = (from: Sender, to: Sender, route: Route): Move => ({
  companyId: from.companyId,
  from: from.id,
  to: to.id,
  toProvider: to.provider.name,
  routeId: route.id,
  routeName: route.name,
  reason: from.state,
  types: typesFor(from, to),
});

const moveAll = async ({ writers }: RerouteOptions, moves: readonly Move[]): Promise<number> => {
  let moved = 0;
  for (const move of moves) {
    for (;;) {
      const { count, hasMore } = await moveWaiting(writers, move, rowsPerBite);
      moved += count;
      if (!hasMore) break;
    }
  }
  return moved;
};

const rerouteSender = async (
  options: RerouteOptions,
  from: Sender,
  senders: readonly Sender[],
): Promise<void> => {
  const now = Date.now();
  const moves = (from.routes ?? []).flatMap((route) => {
    const to = successorOf(from, route, senders, now);
    return to ? [toMove(from, to, route)] : [];
  });
  if (moves.length === 0) return;
  const key = { companyId: from.companyId, senderId: from.id };
  const moved = await options.keeper.setAside(key, () => moveAll(options, moves));
  if (moved === null || moved === 0) return;
  options.log.warn(
    { sender: from.publicId, messages: moved },
    'messages go by the next sender of their route',
  );
  options.keeper.poke(moves.map(({ companyId, to }) => ({ companyId, senderId: to })));
};

export const rerouteWaiting = async (options: RerouteOptions): Promise<void> => {
  for (const lane of options.keeper.lanes) {
    const { companyId, senderId } = lane.key;
    if (lane.size === 0 && !lane.isPaused) continue;
    const senders = options.senders.peek(companyId) ?? (await options.senders.find(companyId));
    const sender = senders.find(({ id }) => id === senderId);
    if (sender && sender.state !== 'connected' && sender.routes) {
      await rerouteSender(options, sender, senders);
    }
  }
};
