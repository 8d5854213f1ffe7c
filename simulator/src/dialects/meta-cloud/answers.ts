// Meta's answers to a send; 360dialog passes them on as they are.
import { randomBytes } from 'node:crypto';
import { graphErrorBody } from '../../cloud/graph-error.ts';
import type { AnswerFormat, WrittenAnswer } from '../../message/answer-format.ts';
import type { CheckedMessage } from '../../message/check-message.ts';

const json = (status: number, body: string): WrittenAnswer => ({
  status,
  contentType: 'application/json; charset=UTF-8',
  body,
});

export const newTraceId = (): string => `A${randomBytes(16).toString('base64url')}`;

export const cloudAnswers: AnswerFormat = {
  accepted: ({ id, message }) => json(200, acceptedBody(id, message)),
  refused: (error) => json(error.status, JSON.stringify(graphErrorBody(error, newTraceId()))),
  read: () => json(200, '{"success":true}'),
};

function acceptedBody(id: string, { to, waId, addressedBy, template }: CheckedMessage): string {
  const contact = addressedBy === 'user_id' ? { input: to, user_id: to } : { input: to, wa_id: waId };
  const message = {
    id,
    ...(addressedBy === 'group' && { group_id: to }),
    ...(template && { message_status: 'accepted' }),
  };
  return JSON.stringify({ messaging_product: 'whatsapp', contacts: [contact], messages: [message] });
}
