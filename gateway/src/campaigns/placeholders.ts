// The placeholders of a campaign's content: values that must be known of everybody before it starts. Filling itself is done
// as for any other message.

import type { MessageContent } from '@hudhud/contract/content.ts';
import { listPlaceholders as readPlaceholders } from '@hudhud/contract/placeholders.ts';
import { fillContent } from '../messages/content/fill-content.ts';
import { textsOf } from '../messages/content/map-texts.ts';
import { AppError } from '../platform/errors.ts';
import { textsOfTemplate } from './campaign-template.ts';

export interface Placeholder {
  readonly name: string;
  /** Nothing needs to be known: the text says what stands there otherwise. */
  readonly hasFallback: boolean;
}

/** The placeholders of all its texts, each name once. One with a fallback in one place and none in another has none. */
export const listPlaceholders = (content: MessageContent): Placeholder[] => {
  const found = new Map<string, Placeholder>();
  const texts = content.type === 'template' ? textsOfTemplate(content.template) : textsOf(content);
  for (const { name, fallback } of texts.flatMap(readPlaceholders)) {
    const hasFallback = fallback !== null && found.get(name)?.hasFallback !== false;
    found.set(name, { name, hasFallback });
  }
  return [...found.values()];
};

/**
 * Refuses braces that nothing could ever fill, and content that breaks a rule of its kind with any values. `at` is
 * where the content stands in the request; a plain text is a field of its own.
 */
export const checkFillable = (content: MessageContent, at: '/text' | '/content'): void => {
  const values = listPlaceholders(content).map(({ name }) => [name, 'x']);
  try {
    fillContent(content, Object.fromEntries(values));
  } catch (error) {
    throw at === '/content' ? underContent(error) : movedTo(error, () => at);
  }
};

/** The same refusal, pointing into the content of the request. */
export const underContent = (error: unknown): unknown => movedTo(error, (pointer) => `/content${pointer}`);

const movedTo = (error: unknown, place: (pointer: string) => string): unknown => {
  if (!(error instanceof AppError)) return error;
  const errors = error.errors?.map((one) => ({
    ...one,
    ...(one.pointer !== undefined && { pointer: place(one.pointer) }),
  }));
  return new AppError(error.code, { detail: error.detail, ...(errors && { errors }), cause: error });
};
