// Message ids in the form of Meta's: `wamid.` and base64 of a small record that holds the other party's digits.
// Clients must treat them as opaque; the simulator reads the digits back to find the conversation.
import { randomBytes } from 'node:crypto';

export type Direction = 'in' | 'out';

export interface MessageIds {
  next(direction: Direction, waId: string): string;
}

export function createMessageIds(prefix = randomBytes(4).toString('hex').toUpperCase()): MessageIds {
  let count = 0;
  return {
    next(direction, waId) {
      count += 1;
      const inbound = direction === 'in';
      const serial = count
        .toString(16)
        .toUpperCase()
        .padStart(inbound ? 12 : 10, '0');
      const tail = inbound ? '\x12\x18\x14' : '\x11\x18\x12';
      const length = String.fromCharCode(waId.length);
      const record = `\x1c\x18${length}${waId}\x15\x02\x00${tail}${prefix}${serial}\x00`;
      return `wamid.${btoa(record)}`;
    },
  };
}

/** The other party's digits, or null when it is not a message id of this form. */
export function readMessageId(id: string): { direction: Direction; waId: string } | null {
  if (!id.startsWith('wamid.')) return null;
  const record = Buffer.from(id.slice('wamid.'.length), 'base64').toString('latin1');
  if (!record.startsWith('\x1c\x18')) return null;
  const end = 3 + record.charCodeAt(2);
  const kind = record.charCodeAt(end + 3);
  if (kind !== 0x11 && kind !== 0x12) return null;
  return { direction: kind === 0x12 ? 'in' : 'out', waId: record.slice(3, end) };
}

/** True for this form, or for a UUID as some dialects use them. */
export const isMessageId = (id: string): boolean =>
  readMessageId(id) !== null || /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);
