// A message that is being written, and how it becomes the body of a request.

import type { SendMessageBody } from '@hudhud/contract/messages.ts';
import type { UseFormReturnType } from '@mantine/form';
import { type ContentDraft, emptyContent } from '../../parts/compose/content-draft.ts';
import { placeholdersOf } from '../../parts/compose/preview-content.ts';
import { toContent } from '../../parts/compose/to-content.ts';
import { tidyPhoneNumber } from '../../parts/text/phone-number.ts';
import { fromZonedInput } from '../../parts/time/zoned-input.ts';

export interface Draft extends ContentDraft {
  to: string;
  from: string;
  /** The message that this one quotes. */
  reply_to: string;
  /** Wall-clock time in the company's zone, as a date-time field holds it; empty: now. */
  schedule: string;
  reference: string;
  /** Sent also to a person who has opted out, for this reason. */
  isTransactional: boolean;
  reason: string;
  variables: Record<string, string>;
}

export type DraftForm = UseFormReturnType<Draft>;

export const emptyDraft: Draft = {
  ...emptyContent(),
  to: '',
  from: '',
  reply_to: '',
  schedule: '',
  reference: '',
  isTransactional: false,
  reason: '',
  variables: {},
};

/** Values of placeholders that were taken out again are left behind. */
export function usedVariables(draft: Draft): Record<string, string> {
  return Object.fromEntries(
    placeholdersOf(draft)
      .map(({ name }) => [name, draft.variables[name] ?? ''] as const)
      .filter(([, value]) => value !== ''),
  );
}

export function toSendBody(draft: Draft, timeZone: string): SendMessageBody {
  const variables = usedVariables(draft);
  const scheduleAt = draft.schedule === '' ? undefined : fromZonedInput(draft.schedule, timeZone);
  const { type, ...content } = toContent(draft);
  const replyTo = type === 'reaction' ? '' : draft.reply_to.trim();
  return {
    to: tidyPhoneNumber(draft.to),
    ...(type === 'text' ? {} : { type }),
    ...content,
    ...(replyTo === '' ? {} : { reply_to: replyTo }),
    ...(draft.from === '' ? {} : { from: draft.from }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(scheduleAt === undefined ? {} : { schedule_at: scheduleAt }),
    ...(draft.isTransactional ? { transactional: { reason: draft.reason.trim() } } : {}),
    ...(draft.reference.trim() === '' ? {} : { reference: draft.reference.trim() }),
  } as SendMessageBody;
}
