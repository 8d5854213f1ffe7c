// Reads a Cloud API callback about a template. Its id is a number too large to be read exactly, so a template is identified
// by its name and language.

import type { CallbackItem, CallbackTemplate } from '../callback.ts';
import type { Fields } from '../read-values.ts';
import { asFields, asText } from './graph-error.ts';
import { upper } from './read-values.ts';

interface Change {
  readonly topic: string;
  readonly value: Fields;
  readonly entry: Fields;
  readonly receivedAt: Date;
}

const readSeconds = (value: unknown): Date | null => {
  const seconds = Number(asText(value) ?? Number.NaN);
  return seconds > 0 && seconds < 1e11 ? new Date(seconds * 1000) : null;
};

/** Events that are no statuses of their own. */
const statusOf: Readonly<Record<string, string>> = { REINSTATED: 'APPROVED', UNARCHIVED: 'APPROVED' };

/** A word such as INVALID_FORMAT, and where there is one a sentence of what to do. */
const reasonOf = (value: Fields): string | null => {
  const rejection = asFields(value.rejection_info);
  const other = asFields(value.other_info);
  const code = upper(value.reason);
  const parts = [
    code === 'NONE' ? '' : code,
    asText(other?.title) ?? '',
    asText(rejection?.reason) ?? asText(other?.description) ?? '',
    asText(rejection?.recommendation) ?? '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(': ').slice(0, 1_000) : null;
};

const readCategory = (value: Fields): CallbackTemplate['change'] | null => {
  const category = upper(value.new_category);
  if (category === '') return null;
  const correct = upper(value.correct_category);
  // With a correct category the change is announced, and the new one is the one of now.
  const next =
    correct === '' ? null : { category: correct, at: readSeconds(value.category_update_timestamp) };
  return { kind: 'category', category, next };
};

const changeOf = (topic: string, value: Fields): CallbackTemplate['change'] | null => {
  switch (topic) {
    case 'message_template_status_update': {
      const event = upper(value.event);
      if (event === '') return null;
      return { kind: 'status', status: statusOf[event] ?? event, reason: reasonOf(value) };
    }
    case 'message_template_quality_update': {
      const quality = upper(value.new_quality_score);
      return quality === '' ? null : { kind: 'quality', quality };
    }
    case 'template_category_update':
      return readCategory(value);
    case 'message_template_components_update':
      return { kind: 'content' };
    default:
      return null;
  }
};

/** Empty for everything that is not about a template. */
export const readTemplateChange = ({ topic, value, entry, receivedAt }: Change): CallbackItem[] => {
  const name = asText(value.message_template_name);
  const language = asText(value.message_template_language);
  const owner = asText(entry.id);
  const change = name && language && owner ? changeOf(topic, value) : null;
  if (!name || !language || !owner || !change) return [];
  const at = readSeconds(entry.time) ?? receivedAt;
  return [
    {
      kind: 'template',
      account: null,
      template: { owner, name, language: language.replace('-', '_'), at, change },
    },
  ];
};
