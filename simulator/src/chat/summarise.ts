// One line of text for any message, in or out, for the list of a phone screen.

type Part = Record<string, unknown>;

const marks: Record<string, string> = {
  image: '📷',
  video: '🎥',
  audio: '🎤',
  document: '📄',
  sticker: '💟',
  location: '📍',
  contacts: '👤',
  order: '🛒',
};

export function summarise(type: string, content: unknown): string {
  const part = (typeof content === 'object' && content !== null ? content : {}) as Part;
  if (type === 'text') return String(part.body ?? '');
  if (type === 'reaction') return String(part.emoji ?? '') || 'reaction removed';
  if (type === 'button') return String(part.text ?? '');
  if (type === 'interactive') return interactiveText(part);
  if (type === 'system') return String(part.body ?? '');
  const words = wordsOf(type, part, content);
  const mark = marks[type];
  return [mark ?? `[${type}]`, words].filter((word) => word !== '').join(' ');
}

function wordsOf(type: string, part: Part, content: unknown): string {
  if (type === 'contacts' && Array.isArray(content)) {
    return content.map((card) => String((card as { name?: Part }).name?.formatted_name)).join(', ');
  }
  return String(part.caption ?? part.filename ?? part.name ?? '');
}

/** The words of a question, or of the answer that a person tapped. */
function interactiveText(part: Part): string {
  const reply = part[String(part.type)] as Part | undefined;
  if (reply) return String(reply.title ?? reply.body ?? reply.response ?? '');
  return String((part.body as Part | undefined)?.text ?? `[${part.type}]`);
}
