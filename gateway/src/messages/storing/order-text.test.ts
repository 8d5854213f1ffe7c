import { expect, test } from 'vitest';
import type { RequestRow } from '../../monitoring/request-row.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Sender } from '../../senders/directory.ts';
import type { PreparedMessage } from '../send-command.ts';
import type { StoreOutcome } from './message-store.ts';
import {
  type OrderText,
  readOrder,
  readOutcome,
  type StoredText,
  writeOrder,
  writeStored,
} from './order-text.ts';
import type { SendOrder } from './store-offered.ts';

const id = newUuid();

/** As the other process gets it. */
const carry = <Text>(text: Text): Text => JSON.parse(JSON.stringify(text)) as Text;

test('an order arrives as it was sent', () => {
  const sender = { id: newUuid(), companyId: newUuid() } as Sender;
  const prepared: PreparedMessage = {
    sender,
    routed: null,
    phoneNumber: '+966501234567',
    personKey: '966501234567',
    body: 'مرحبا\nline two',
    type: 'text',
    content: null,
    contextId: 'wamid.1',
    reference: 'invoice 12',
    onUnknown: 'retry',
    transactionalReason: 'a receipt',
    scheduleAt: null,
    expiresAt: new Date('2026-11-19T10:00:00.123Z'),
    checksWindow: true,
  };
  const request = { id: newUuid(), receivedAt: performance.now() - 1_500, body: '{}' } as RequestRow;
  const order: SendOrder = {
    id,
    prepared,
    request,
    fingerprint: Buffer.from([0, 255, 17]),
    mayWait: true,
    notice: 'a notice',
  };
  const arrived = readOrder(carry<OrderText>(writeOrder(order)), sender);
  expect({ ...arrived, request: null }).toEqual({ ...order, request: null, isPassedOn: true });
  // The clocks of two processes begin at different times: its age is what both know.
  expect(arrived.request.receivedAt).toBeCloseTo(request.receivedAt, -2);
  expect({ ...arrived.request, receivedAt: 0 }).toEqual({ ...request, receivedAt: 0 });
  expect(readOrder(carry(writeOrder({ ...order, fingerprint: null })), sender).fingerprint).toBeNull();
});

test.each<StoreOutcome>([
  { kind: 'stored' },
  { kind: 'replayed', status: 200, answer: '{"status":"sent"}', messageId: newUuid() },
  { kind: 'key_reused' },
  { kind: 'opted_out', messageIds: new Set([id]) },
  { kind: 'window_closed', closed: new Map([[id, new Date('2026-11-18T09:00:00.500Z')]]) },
  { kind: 'window_closed', closed: new Map([[id, null]]) },
])('what became of it comes back: $kind', (outcome) => {
  const text = carry<StoredText>(writeStored({ outcome, answer: null, isPending: false }, id, undefined));
  expect(readOutcome(text.outcome, id)).toEqual(outcome);
  expect([text.isWaiting, text.answer]).toEqual([false, undefined]);
});

test('an answer comes with it, or later, or not in time', () => {
  const answer = { request: {} as RequestRow, status: 200, text: '{}', errorCode: null };
  const stored = { outcome: { kind: 'stored' }, answer: Promise.resolve(answer), isPending: true } as const;
  const plain = { status: 200, text: '{}', errorCode: null };
  expect(carry(writeStored(stored, id, answer))).toMatchObject({ isWaiting: false, answer: plain });
  expect(carry(writeStored(stored, id, undefined))).toMatchObject({ isWaiting: true, isPending: true });
  expect(carry(writeStored(stored, id, null))).toMatchObject({ isWaiting: false, answer: null });
});
