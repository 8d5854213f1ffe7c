// Reads the traits of people that routes ask for before a message is prepared, and records which route chose its sender
// before it is stored. Both cost nothing for a company without routes.

import type { Company } from '../companies/directory.ts';
import type { RecordRouted, RoutedMessage } from '../dispatch/rerouting/record-routed.ts';
import type { Sender } from '../senders/directory.ts';
import { type PersonTraits, wantsTraits } from '../senders/routing/route.ts';
import { addressOf, isRoutable, type PreparedMessage, type SendCommand } from './send-command.ts';

export interface RoutingOptions {
  /** By address. Asked only for companies whose routes want to know who a person is. */
  readonly findTraits: (
    companyId: string,
    addresses: readonly string[],
  ) => Promise<ReadonlyMap<string, PersonTraits>>;
  /** Called only for messages that a route has chosen the sender of. */
  readonly recordRouted: RecordRouted;
}

/** Null when no route asks who a person is. */
export const findTraitsOf = async (
  { findTraits }: Pick<RoutingOptions, 'findTraits'>,
  company: Company,
  senders: readonly Sender[],
  commands: readonly SendCommand[],
): Promise<ReadonlyMap<string, PersonTraits> | null> => {
  if (!wantsTraits(senders)) return null;
  const addresses = commands.filter(isRoutable).map(addressOf);
  return addresses.length === 0 ? null : await findTraits(company.id, addresses);
};

const toRouted = (id: string, { sender, routed }: PreparedMessage): RoutedMessage[] => {
  if (!routed) return [];
  const isFirst = routed.first.id === sender.id;
  return [
    {
      companyId: sender.companyId,
      messageId: id,
      routeId: routed.route.id,
      routeName: routed.route.name,
      senderId: sender.id,
      insteadOf: isFirst ? null : routed.first.id,
      reason: isFirst ? null : routed.first.state,
    },
  ];
};

export const recordRouted = async (
  options: Pick<RoutingOptions, 'recordRouted'>,
  messages: readonly { readonly id: string; readonly prepared: PreparedMessage }[],
): Promise<void> => {
  const rows = messages.flatMap(({ id, prepared }) => toRouted(id, prepared));
  if (rows.length > 0) await options.recordRouted(rows);
};
