// The template that a caller named to stand in for a text that may not be sent any more: instead of it at once, or kept with
// it in case the window closes before its turn. The command keeps its meaning for its Idempotency-Key: only what is prepared
// is another one.

import { fallbackOf, type MessageContent, withFallback } from '@hudhud/contract/content.ts';
import type pg from 'pg';
import type { Entry } from '../../dispatch/entry.ts';
import type { TemplateDirectory } from '../../templates/directory.ts';
import { isSendable } from '../../templates/template.ts';
import { replaceContent } from '../queries.ts';
import type { PreparedMessage, SendCommand } from '../send-command.ts';

/** Null: the caller named none. Mistakes in it are reported with pointers from `/fallback_template` on. */
export const useFallback = (command: SendCommand): SendCommand | null => {
  const { fallbackTemplate: template, ...rest } = command;
  return template ? { ...rest, content: { type: 'template', template }, isFallback: true } : null;
};

/** The same as a template, by the sender of the text; null: none was named, or the window is not checked. */
export const fallbackInCase = (command: SendCommand, prepared: PreparedMessage): SendCommand | null => {
  const fallback = prepared.checksWindow ? useFallback(command) : null;
  return fallback && { ...fallback, from: prepared.sender.publicId, provider: undefined };
};

const contentOf = ({ content, body }: Pick<PreparedMessage, 'content' | 'body'>): MessageContent =>
  content ?? { type: 'text', message: body };

/**
 * The message with its fallback template. A message that is sent although the person has opted out cannot become a
 * marketing template: that category allows no such reason.
 */
export const keepFallback = (prepared: PreparedMessage, template: PreparedMessage): PreparedMessage => {
  const { content } = template;
  if (content?.type !== 'template') return prepared;
  if (prepared.transactionalReason !== null && template.transactionalReason === null) return prepared;
  return { ...prepared, content: withFallback(contentOf(prepared), content.template) };
};

type Replaced = Pick<PreparedMessage, 'type' | 'body'>;

const insteadOf = (content: MessageContent, { type, body }: Replaced): MessageContent =>
  content.type === 'template'
    ? {
        ...content,
        template: {
          ...content.template,
          instead_of: { type, message: body, at: new Date().toISOString() },
        },
      }
    : content;

/** The template, with a note of the message that it replaces. */
export const standingFor = (template: PreparedMessage, replaced: Replaced): PreparedMessage => ({
  ...template,
  content: template.content && insteadOf(template.content, replaced),
});

/** The notice about it in the answer to the request. */
export const fallbackNotice = (templateName: string): string =>
  `The person has not written within 24 hours, so the template "${templateName}" is sent instead of the text.`;

/**
 * For a message whose window closed while it waited: replaces it by the template that was kept with it, in the table first.
 * Null: there is none, WhatsApp does not send it any more, or it may not go to this person.
 */
export const fallbackIn =
  (pool: pg.Pool, templates: Pick<TemplateDirectory, 'peek' | 'find'>) =>
  async (entry: Entry, ownerEpoch: string): Promise<MessageContent | null> => {
    const kept = entry.content && fallbackOf(entry.content);
    if (!kept) return null;
    const known = templates.peek(entry.companyId) ?? (await templates.find(entry.companyId));
    const current = known.all.find(
      ({ name, language, reference }) =>
        name === kept.name && language === kept.language && reference === kept.reference,
    );
    if (!current || !isSendable(current)) return null;
    const { category } = current;
    const content = insteadOf({ type: 'template', template: { ...kept, category } }, entry);
    const isOurs = await replaceContent(pool, {
      companyId: entry.companyId,
      id: entry.id,
      ownerEpoch,
      attempt: entry.attempt,
      type: content.type,
      body: kept.rendered?.body ?? kept.name,
      content,
      isMarketing: category === 'marketing',
    });
    return isOurs ? content : null;
  };
