// Extracts the content of a send request from among the fields that every message has.

import { kindOf, type MessageContent } from '@hudhud/contract/content.ts';
import type { SendContent } from '@hudhud/contract/send-content.ts';

/** The schema has checked the body, so the fields of its kind are all that is there beside the common ones. */
export const readContent = (body: SendContent): MessageContent => {
  const { type = 'text' } = body;
  if (type === 'text') {
    const { message, preview_url } = body as Extract<SendContent, { type?: 'text' }>;
    // A plain text has these two fields and no more: its row keeps the text alone.
    return preview_url === undefined ? { type, message } : { type, message, preview_url };
  }
  const given = body as unknown as Readonly<Record<string, unknown>>;
  const fields = Object.keys(kindOf(type).schema.properties).filter((field) => given[field] !== undefined);
  return Object.fromEntries(fields.map((field) => [field, given[field]])) as MessageContent;
};
