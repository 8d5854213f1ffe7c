import type { MessageStatus } from '@hudhud/contract/states.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstUuidAt } from '../../platform/ids.ts';
import { orderStory, type StoryStep } from './order-story.ts';
import type { StoryCallRow, StoryDeliveryRow, StoryStatusRow } from './queries.ts';

const noon = Date.UTC(2026, 10, 15, 12);

const call = (milliseconds: number, attempt = 1, outcome = 'sent'): StoryCallRow => ({
  id: firstUuidAt(noon + milliseconds),
  kind: 'provider',
  sender_id: null,
  endpoint_id: null,
  delivery_id: null,
  url: 'https://provider.example/messages',
  attempt,
  status: 200,
  duration_ms: 10,
  outcome,
  failure: null,
  next_attempt_at: null,
});

let made = 0;

const delivery = (
  word: MessageStatus | null,
  milliseconds: number,
  attempt: number | null = 1,
): StoryDeliveryRow => ({
  id: firstUuidAt(noon + milliseconds).replace(/.{4}$/, (++made).toString(16).padStart(4, '0')),
  endpoint_id: firstUuidAt(0),
  event_id: firstUuidAt(noon + milliseconds),
  event_type: word === null ? 'incoming_message' : 'message_status',
  state: 'delivered',
  attempt: 1,
  due_at: null,
  answer_status: 200,
  error_class: null,
  event_status: word,
  event_attempt: attempt,
  url: null,
  webhook_state: null,
  updated_at: new Date(0),
});

const hook = (milliseconds: number, of: StoryDeliveryRow, attempt = 1): StoryCallRow => ({
  ...call(milliseconds, attempt),
  kind: 'webhook',
  endpoint_id: of.endpoint_id,
  delivery_id: of.id,
});

const status = (
  word: MessageStatus,
  milliseconds: number,
  recordedAt: number,
  attempt = 1,
): StoryStatusRow => ({
  status: word,
  attempt,
  at: new Date(noon + milliseconds),
  recorded_at: new Date(noon + recordedAt),
  failure: null,
});

const wordOf = (step: StoryStep): string => {
  if (step.kind === 'status') return `${step.row.status}${step.row.attempt}`;
  if (step.kind === 'delivery') return `deliver-${step.row.event_status ?? step.row.event_type}`;
  return `${step.row.kind === 'webhook' ? 'hook' : 'call'}${step.row.attempt}`;
};

const ordered = (
  calls: StoryCallRow[],
  statuses: StoryStatusRow[],
  deliveries: StoryDeliveryRow[] = [],
): string => orderStory({ calls, statuses, deliveries }).map(wordOf).join(' ');

describe('the order of a story', () => {
  it('is that of the times where these say it', () => {
    expect(
      ordered(
        [call(110)],
        [status('sent', 150, 151), status('read', 3_500, 3_600), status('sending', 100, 100)],
      ),
    ).toBe('sending1 call1 sent1 read1');
  });

  it('puts what happens in one millisecond as it must have been', () => {
    const statuses = (['read', 'delivered', 'sent', 'sending'] as const).map((word) => status(word, 7, 7));
    expect(ordered([call(7)], [...statuses, status('queued', 7, 7, 0)])).toBe(
      'queued0 sending1 call1 sent1 delivered1 read1',
    );
  });

  it('takes a whole second of the provider for any moment in it', () => {
    expect(
      ordered(
        [call(410)],
        [
          status('read', 0, 980),
          status('delivered', 0, 900),
          status('sent', 460, 461),
          status('sending', 400, 400),
        ],
      ),
    ).toBe('sending1 call1 sent1 delivered1 read1');
  });

  it('puts statuses of one second in their usual order when they are reported the wrong way round', () => {
    expect(ordered([call(10)], [status('read', 1_000, 1_500), status('delivered', 1_000, 1_700)])).toBe(
      'call1 delivered1 read1',
    );
  });

  it('believes no clock that has a status come before its call', () => {
    expect(
      ordered(
        [call(5_500)],
        [status('delivered', 3_000, 6_000), status('sent', 2_000, 5_900), status('sending', 5_400, 5_400)],
      ),
    ).toBe('sending1 call1 sent1 delivered1');
  });

  it('shows one attempt after the other', () => {
    expect(
      ordered(
        [call(20, 1, 'retry'), call(20, 2, 'retry'), call(30, 3)],
        [
          status('queued', 20, 20, 0),
          status('sending', 20, 20, 1),
          status('queued', 20, 20, 1),
          status('sending', 20, 20, 2),
          status('queued', 25, 25, 2),
          status('sent', 35, 35, 3),
        ],
      ),
    ).toBe('queued0 sending1 call1 queued1 sending2 call2 queued2 call3 sent3');
  });

  it('puts a delivery behind the status it reports and its calls behind it, in one millisecond', () => {
    const [sent, delivered] = [delivery('sent', 7), delivery('delivered', 7)];
    expect(
      ordered(
        [call(7), hook(7, sent), hook(7, delivered, 2)],
        [status('delivered', 7, 7), status('sent', 7, 7)],
        [sent, delivered],
      ),
    ).toBe('call1 sent1 deliver-sent hook1 delivered1 deliver-delivered hook2');
  });

  it('puts no delivery before the status it reports, even if the clock of the provider is wrong', () => {
    const one = delivery('delivered', 901);
    expect(ordered([call(10), hook(950, one)], [status('delivered', 5_000, 900)], [one])).toBe(
      'call1 delivered1 deliver-delivered hook1',
    );
  });

  it('shows a later attempt to deliver where it happened, among what came in between', () => {
    const sent = delivery('sent', 60);
    expect(
      ordered(
        [call(10), hook(70, sent), hook(5_070, sent, 2)],
        [status('sent', 50, 50), status('read', 900, 901)],
        [sent],
      ),
    ).toBe('call1 sent1 deliver-sent hook1 read1 hook2');
  });

  it('shows a message that came in, and calls whose delivery is gone', () => {
    const one = delivery(null, 7, null);
    const gone = hook(9, delivery('sent', 8));
    expect(ordered([hook(7, one), gone], [status('received', 7, 7, 0)], [one])).toBe(
      'received0 deliver-incoming_message hook1 hook1',
    );
  });

  it('does not depend on the order in which the statuses were read', () => {
    const word = fc.constantFrom<MessageStatus>('queued', 'sending', 'sent', 'delivered', 'read', 'failed');
    const row = fc
      .record({ word, at: fc.integer({ min: 0, max: 4_000 }), late: fc.integer({ min: 0, max: 900 }) })
      .chain(({ word: one, at, late }) =>
        fc.boolean().map((isWhole) => status(one, isWhole ? Math.floor(at / 1_000) * 1_000 : at, at + late)),
      );
    const rows = fc.uniqueArray(row, { selector: (one) => one.status });
    const both = rows.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    );
    fc.assert(
      fc.property(both, ([some, shuffled]) => {
        expect(ordered([call(1_500)], shuffled)).toBe(ordered([call(1_500)], some));
      }),
    );
  });
});
