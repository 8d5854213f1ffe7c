import { type MessageStatus, messageStatuses } from '@hudhud/contract/states.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statusSequence } from './status-sequence.ts';

type Reported = readonly [MessageStatus, number];

/** A receiver that gets statuses in any order. */
const keepHighest = (reported: readonly Reported[]): MessageStatus | undefined =>
  reported.toSorted((one, other) => statusSequence(...other) - statusSequence(...one))[0]?.[0];

describe('the status with the highest sequence', () => {
  test.each<[string, readonly Reported[], MessageStatus]>([
    [
      'the last one of a life without trouble',
      [
        ['sent', 1],
        ['delivered', 1],
        ['read', 1],
        ['played', 1],
      ],
      'played',
    ],
    [
      'failed, after it was sent',
      [
        ['sent', 1],
        ['failed', 1],
      ],
      'failed',
    ],
    [
      'delivered, even when a later attempt failed',
      [
        ['failed', 2],
        ['delivered', 1],
      ],
      'delivered',
    ],
    [
      'that of the later attempt',
      [
        ['failed', 1],
        ['sent', 2],
      ],
      'sent',
    ],
    [
      'that of the attempt under way',
      [
        ['unconfirmed', 1],
        ['sending', 2],
      ],
      'sending',
    ],
    [
      'expired, when it was not tried again',
      [
        ['failed', 1],
        ['expired', 1],
      ],
      'expired',
    ],
  ])('is %s', (_name, reported, expected) => {
    expect(keepHighest(reported)).toBe(expected);
  });

  test('does not depend on the order in which they come', () => {
    const one = fc.tuple(fc.constantFrom(...messageStatuses), fc.integer({ min: 1, max: 32_000 }));
    const shuffled = fc
      .uniqueArray(one, { minLength: 1, selector: (reported) => statusSequence(...reported) })
      .chain((reported) =>
        fc.tuple(fc.constant(reported), fc.shuffledSubarray(reported, { minLength: reported.length })),
      );
    fc.assert(
      fc.property(shuffled, ([reported, mixed]) => {
        expect(keepHighest(mixed)).toBe(keepHighest(reported));
      }),
    );
  });
});
