import { type MessageStatus, messageStatuses } from '@hudhud/contract/states.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statusSequence } from './status-sequence.ts';

type Told = readonly [MessageStatus, number];

/** A receiver that gets statuses in any order. */
const keepHighest = (told: readonly Told[]): MessageStatus | undefined =>
  told.toSorted((one, other) => statusSequence(...other) - statusSequence(...one))[0]?.[0];

describe('the status with the highest sequence', () => {
  test.each<[string, readonly Told[], MessageStatus]>([
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
      'delivered, whoever said that it failed',
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
  ])('is %s', (_name, told, expected) => {
    expect(keepHighest(told)).toBe(expected);
  });

  test('does not depend on the order in which they come', () => {
    const one = fc.tuple(fc.constantFrom(...messageStatuses), fc.integer({ min: 1, max: 32_000 }));
    const shuffled = fc
      .uniqueArray(one, { minLength: 1, selector: (told) => statusSequence(...told) })
      .chain((told) => fc.tuple(fc.constant(told), fc.shuffledSubarray(told, { minLength: told.length })));
    fc.assert(
      fc.property(shuffled, ([told, mixed]) => {
        expect(keepHighest(mixed)).toBe(keepHighest(told));
      }),
    );
  });
});
