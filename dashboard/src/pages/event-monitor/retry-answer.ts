// What the answer to a retry says about the message it made.

export function messageIdIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('message_id' in answer)) return null;
  return typeof answer.message_id === 'string' ? answer.message_id : null;
}
