// The people who make things go wrong: send to one of these numbers and see the fault. The area code 555 is not in use,
// so none of them can reach a person by mistake; error codes sit in the last digits where there is one.
import { type Fault, type FaultName, faultByName } from './faults-by-name.ts';

export interface MagicNumber {
  number: string;
  name: FaultName;
  /** One sentence for a person who looks for the right number. */
  happens: string;
  delayMs?: number;
}

export const magicNumbers: readonly MagicNumber[] = [
  {
    number: '+15550130429',
    name: 'throughput_reached',
    happens: 'Refused with 130429: too many messages per second.',
  },
  {
    number: '+15550131056',
    name: 'pair_rate_reached',
    happens: 'Refused with 131056: too many messages to this person.',
  },
  {
    number: '+15550000190',
    name: 'token_invalid',
    happens: 'Refused with 190: the access token is not valid.',
  },
  {
    number: '+15550000500',
    name: 'server_error',
    happens: 'Answered 500 without a body; the message is not taken.',
  },
  {
    number: '+15550131026',
    name: 'undeliverable',
    happens: 'Accepted, then failed with 131026: not on WhatsApp.',
  },
  {
    number: '+15550131047',
    name: 'window_enforced',
    happens:
      'Free-form messages fail with 131047 unless this person wrote within 24 hours; templates arrive.',
  },
  {
    number: '+15550131049',
    name: 'marketing_capped',
    happens: 'Accepted, then failed with 131049: not delivered to keep the ecosystem healthy.',
  },
  {
    number: '+15550131050',
    name: 'opted_out',
    happens: 'Accepted, then failed with 131050: this person stopped marketing messages.',
  },
  {
    number: '+15551000001',
    name: 'slow_answer',
    happens: 'Answered after 3 seconds (the setting slow_answer_ms).',
  },
  {
    number: '+15551000002',
    name: 'slow_answer',
    happens: 'Answered after 15 seconds.',
    delayMs: 15_000,
  },
  {
    number: '+15551000003',
    name: 'no_answer',
    happens: 'Recorded, never answered; the statuses come all the same.',
  },
  {
    number: '+15551000004',
    name: 'reset_before_recording',
    happens: 'The connection is reset and the message is not recorded.',
  },
  {
    number: '+15551000005',
    name: 'reset_after_recording',
    happens: 'The message is recorded, then the connection is reset; the statuses come all the same.',
  },
  {
    number: '+15551000006',
    name: 'status_before_answer',
    happens: 'The sent status arrives before the answer to the send.',
  },
  {
    number: '+15551000007',
    name: 'duplicated_statuses',
    happens: 'Every status arrives twice.',
  },
  {
    number: '+15551000008',
    name: 'out_of_order_statuses',
    happens: 'Statuses arrive as read, delivered, sent.',
  },
  {
    number: '+15551000009',
    name: 'skipped_delivered',
    happens: 'Statuses are sent and read; delivered never comes.',
  },
  {
    number: '+15551000010',
    name: 'failed_after_delivered',
    happens: 'Statuses are sent, delivered, then failed with 131000.',
  },
  {
    number: '+15551000011',
    name: 'stays_sent',
    happens: 'Only the sent status comes, as for a person who blocked the business.',
  },
  {
    number: '+15551000012',
    name: 'missing_statuses',
    happens: 'Answered as usual; no status ever comes.',
  },
];

const faults = new Map<string, Fault>(
  magicNumbers.map(({ number, name, delayMs }) => [
    number.slice(1),
    faultByName(name, delayMs === undefined ? {} : { delayMs }),
  ]),
);

/** The fault of a person's digits, when they belong to a magic number. */
export function magicFault(waId: string): Fault | undefined {
  return faults.get(waId);
}
