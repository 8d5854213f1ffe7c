// The message that another one quotes or reacts to. A caller names it by our id or by the provider's; the provider knows
// only its own, so ours is looked up, and must be one that the provider has.

import { kindOf, type MessageContent } from '@hudhud/contract/content.ts';
import type { MessageTarget } from '@hudhud/contract/content-kind.ts';
import type pg from 'pg';
import { fieldProblem } from '../../platform/errors.ts';
import { fromPublicId, timeOfUuid, toPublicId } from '../../platform/ids.ts';
import { dayMilliseconds } from '../../platform/time.ts';
import type { Sender } from '../../senders/directory.ts';
import { findTargets, type TargetRow } from './queries.ts';

interface Referring {
  readonly content: MessageContent;
  readonly replyTo?: string | undefined;
}

/** By our public id; a message that is not there is not the company's. */
export type Targets = ReadonlyMap<string, TargetRow>;

export type FindTargets = (companyId: string, ids: readonly string[]) => Promise<readonly TargetRow[]>;

export const findTargetsIn =
  (pool: pg.Pool): FindTargets =>
  (companyId, ids) =>
    findTargets(pool, companyId, ids);

const ownPrefix = 'msg_';

/** A message of any age can be quoted. */
type Reference = Omit<MessageTarget, 'daysMax'> & Partial<MessageTarget>;

const referenceOf = ({ content, replyTo }: Referring): Reference | null =>
  kindOf(content.type).target?.(content) ??
  (replyTo === undefined ? null : { id: replyTo, pointer: '/reply_to' });

/** One query for all messages that these refer to by our ids; none for those that refer to nothing. */
export const targetsOf = async (
  findTargets: FindTargets,
  companyId: string,
  commands: readonly Referring[],
): Promise<Targets | undefined> => {
  const ids = commands.flatMap((command) => {
    const id = fromPublicId('message', referenceOf(command)?.id ?? '');
    return id === null ? [] : [id];
  });
  if (ids.length === 0) return undefined;
  const rows = await findTargets(companyId, ids);
  return new Map(rows.map((row) => [toPublicId('message', row.id), row]));
};

const whyUnusable = (
  target: TargetRow,
  sender: Sender,
  type: string,
  { daysMax }: Reference,
): string | null => {
  if (target.provider_message_id === null) return 'The provider has not taken that message yet.';
  if (target.sender_id !== null && target.sender_id !== sender.id)
    return `That message went through the sender ${toPublicId('sender', target.sender_id)}; name it in "from".`;
  if (daysMax === undefined) return null;
  if (target.type === type) return `That message is itself a ${type}.`;
  return Date.now() - timeOfUuid(target.id).getTime() > daysMax * dayMilliseconds
    ? `That message is older than ${daysMax} days.`
    : null;
};

/** The provider's id of the message that a command refers to, or null when it refers to none. */
export const contextOf = (
  command: Referring,
  sender: Sender,
  targets: Targets | undefined,
): string | null => {
  const reference = referenceOf(command);
  if (reference === null || !reference.id.startsWith(ownPrefix)) return reference?.id ?? null;
  const { id, pointer } = reference;
  if (fromPublicId('message', id) === null)
    throw fieldProblem('invalid_id', { pointer }, `"${id.slice(0, 64)}" is not an id of a message.`);
  const target = targets?.get(id);
  if (!target) throw fieldProblem('target_not_found', { pointer }, `There is no message ${id}.`);
  const why = whyUnusable(target, sender, command.content.type, reference);
  if (why !== null) throw fieldProblem('target_not_usable', { pointer }, why);
  return target.provider_message_id;
};
