// When a person last wrote to a sender, as an expression of SQL: for statements of other rooms that need it in the same
// round trip. A person may write from one address and be answered at another, so all addresses of the contact count.

import { marginMilliseconds, windowMilliseconds } from './window.ts';

export interface WindowKey {
  /** Columns or parameters. */
  readonly companyId: string;
  readonly senderId: string;
  readonly personKey: string;
}

/**
 * Null when the person never wrote to this sender. Each step is looked up from the one before: runs for every message of a
 * lane that checks windows, and for a company that PostgreSQL has no figures of a join would read all its addresses (ADR 12).
 */
export const lastIncomingAt = ({ companyId, senderId, personKey }: WindowKey): string => `(
  select max(wrote.last_incoming_at)
  from (
    select ${personKey} collate "C" as key
    union all
    select other.key
    from (
      select mine.contact_id from contact_addresses mine
      where mine.company_id = ${companyId} and mine.key = ${personKey} collate "C"
      limit 1
    ) mine
    cross join lateral (
      select other.key from contact_addresses other
      where other.company_id = ${companyId} and other.contact_id = mine.contact_id
        and other.key <> ${personKey} collate "C"
      offset 0
    ) other
  ) address
  cross join lateral (
    select known.last_incoming_at from conversation_windows known
    where known.company_id = ${companyId} and known.sender_id = ${senderId} and known.person_key = address.key
    limit 1
  ) wrote)`;

/**
 * The keys of everybody whose window at a sender is open, under all their addresses: a set to look people up in, where a
 * whole audience is asked for. It has no more rows than people who wrote in the last day. Each step is looked up from the
 * one before (`offset 0` keeps the order): before the tables were analysed, the planner once joined all addresses of a
 * company with each other, and a thousand people took a minute.
 */
export const keysInside = ({ companyId, senderId }: Omit<WindowKey, 'personKey'>): string => `(
    select inside.key
    from (
      select wrote.person_key from conversation_windows wrote
      where wrote.company_id = ${companyId} and wrote.sender_id = ${senderId}
        and wrote.last_incoming_at > now() - interval '${(windowMilliseconds - marginMilliseconds) / 1000} seconds'
      offset 0
    ) wrote
    cross join lateral (
      select wrote.person_key as key
      union all
      select other.key
      from (
        select mine.contact_id from contact_addresses mine
        where mine.company_id = ${companyId} and mine.key = wrote.person_key
        offset 0
      ) mine
      cross join lateral (
        select other.key from contact_addresses other
        where other.company_id = ${companyId} and other.contact_id = mine.contact_id
        offset 0
      ) other
    ) inside)`;
