// Vonage's ids are UUIDs. These hold the other party's digits, so that a note about a message finds its conversation.
import { randomBytes } from 'node:crypto';
import type { Direction } from '../../message/message-id.ts';

const digitsMax = 15;

export function newMessageUuid(direction: Direction, { waId }: { waId: string }): string {
  const random = randomBytes(8).toString('hex');
  const digits = waId.slice(0, digitsMax).padStart(digitsMax, '0');
  const variant = direction === 'in' ? '8' : '9';
  return [
    random.slice(0, 8),
    random.slice(8, 12),
    `4${random.slice(12, 15)}`,
    variant + digits.slice(0, 3),
    digits.slice(3),
  ].join('-');
}

/** The digits in the id of a message that a person wrote; null for any other. */
export function readIncomingUuid(id: string): string | null {
  const [, head, tail] = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8(\d{3})-(\d{12})$/.exec(id) ?? [];
  return head === undefined ? null : `${head}${tail}`.replace(/^0+/, '');
}
