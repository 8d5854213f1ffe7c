// A message that is being written, and how it becomes the body of a request.

import type { SendMessageBody } from '@hudhud/contract/messages.ts';
import { listPlaceholders } from '@hudhud/contract/placeholders.ts';
import type { UseFormReturnType } from '@mantine/form';
import { tidyPhoneNumber } from '../../parts/text/phone-number.ts';
import { fromZonedInput } from '../../parts/time/zoned-input.ts';

export interface Draft {
  to: string;
  message: string;
  from: string;
  /** Wall-clock time in the company's zone, as a date-time field holds it; empty: now. */
  schedule: string;
  reference: string;
  /** Sent also to somebody who has opted out, for this reason. */
  isTransactional: boolean;
  reason: string;
  variables: Record<string, string>;
}

export type DraftForm = UseFormReturnType<Draft>;

export const emptyDraft: Draft = {
  to: '',
  message: '',
  from: '',
  schedule: '',
  reference: '',
  isTransactional: false,
  reason: '',
  variables: {},
};

/** Values of placeholders that were taken out again are left behind. */
export function usedVariables({ message, variables }: Draft): Record<string, string> {
  return Object.fromEntries(
    listPlaceholders(message)
      .map(({ name }) => [name, variables[name] ?? ''] as const)
      .filter(([, value]) => value !== ''),
  );
}

export function toSendBody(draft: Draft, timeZone: string): SendMessageBody {
  const variables = usedVariables(draft);
  const scheduleAt = draft.schedule === '' ? undefined : fromZonedInput(draft.schedule, timeZone);
  return {
    to: tidyPhoneNumber(draft.to),
    message: draft.message,
    ...(draft.from === '' ? {} : { from: draft.from }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(scheduleAt === undefined ? {} : { schedule_at: scheduleAt }),
    ...(draft.isTransactional ? { transactional: { reason: draft.reason.trim() } } : {}),
    ...(draft.reference.trim() === '' ? {} : { reference: draft.reference.trim() }),
  };
}
