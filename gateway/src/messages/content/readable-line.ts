// One line for lists and search: the first text of a message, or its kind when it has none.

import { kindOf, type MessageContent } from '@hudhud/contract/content.ts';

export const readableLine = (content: MessageContent): string => {
  if (content.type === 'text') return content.message;
  const kind = kindOf(content.type);
  const line = kind.line?.(content);
  if (line !== undefined) return line;
  if (!kind.detail) return 'message' in content ? (content.message ?? kind.title) : kind.title;
  const detail = kind.detail(content);
  return detail ? `${kind.title}: ${detail}` : kind.title;
};
