// Twilio's answer to a send.
import { type AnswerFormat, jsonAnswer, type WrittenAnswer } from '../../message/answer-format.ts';
import type { Acceptance } from '../../message/status-update.ts';
import { writeRefusal } from './errors.ts';

/** As Twilio writes it: RFC 2822. */
export const dateOf = (atMs: number): string => new Date(atMs).toUTCString().replace('GMT', '+0000');

export const twilioAnswers: AnswerFormat = {
  accepted: (acceptance) => jsonAnswer(201, presentTaken(acceptance)),
  refused: writeRefusal,
  // Twilio takes no note that a message was read.
  read: (): WrittenAnswer => ({ status: 204, contentType: '', body: '' }),
};

function presentTaken({ id, number, message, answeredAt }: Acceptance): object {
  const uri = `/2010-04-01/Accounts/${number.wabaId}/Messages/${id}`;
  const { text, waId, addressedBy, to } = { text: textOf(message.content), ...message };
  return {
    sid: id,
    status: 'queued',
    account_sid: number.wabaId,
    messaging_service_sid: null,
    from: `whatsapp:+${number.digits}`,
    to: `whatsapp:${addressedBy === 'user_id' ? to : `+${waId}`}`,
    body: text,
    num_media: id.startsWith('MM') ? '1' : '0',
    num_segments: '1',
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    price: null,
    price_unit: null,
    date_created: dateOf(answeredAt),
    date_sent: null,
    api_version: '2010-04-01',
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  };
}

const textOf = (content: unknown): string => {
  const { body } = (content ?? {}) as { body?: unknown };
  return typeof body === 'string' ? body : '';
};
