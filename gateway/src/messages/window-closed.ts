// Free text to a person who has not written for a day: the refusal for the caller, and what can be sent instead.

import { AppError } from '../platform/errors.ts';
import type { Sender } from '../senders/directory.ts';
import type { PreparedMessage } from './send-command.ts';

/** A template that may be sent instead of the free text. */
export interface SuggestedTemplate {
  readonly name: string;
  readonly language: string;
}

export type SuggestTemplates = (
  sender: Sender,
  message: Pick<PreparedMessage, 'body'>,
) => Promise<readonly SuggestedTemplate[]>;

const suggestionsMax = 3;

/** `closedAt`: when the window closed, or is about to; null when the person never wrote to this sender. */
export const windowClosedError = (
  closedAt: Date | null,
  templates: readonly SuggestedTemplate[] = [],
): AppError => {
  const since = closedAt
    ? `The window of this person closes at ${closedAt.toISOString()}, and free text is refused from a minute before.`
    : 'This person has not written to this sender.';
  const suggested = templates.slice(0, suggestionsMax);
  const instead =
    suggested.length > 0
      ? ` Send one of these templates: ${suggested.map(({ name, language }) => `${name} (${language})`).join(', ')}.`
      : ' Send a template.';
  const detail = `${since}${instead}`;
  return new AppError('window_closed', {
    detail,
    errors: [{ code: 'window_closed', pointer: '/to', detail: since }],
    extra: {
      closes_at: closedAt?.toISOString() ?? null,
      templates: suggested.map(({ name, language }) => ({ name, language })),
    },
  });
};
