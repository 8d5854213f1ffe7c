// A status as Twilio reports it. It has no word for `played`, and says nothing of the time.
import type { BusinessNumber } from '../../account/numbers.ts';
import type { Update } from '../../webhook/updates.ts';
import { twilioCode, twilioMessage } from './errors.ts';
import { sidOf } from './ids.ts';

interface MetaStatus {
  id: string;
  status: string;
  recipient_id?: string;
  recipient_user_id?: string;
  errors?: { code: number }[];
}

/** A person whose number is hidden is known by their id. */
export const addressOf = (digits: string | undefined, userId: string | undefined): string =>
  `whatsapp:${digits === undefined ? userId : `+${digits}`}`;

export const senderFields = ({ wabaId, digits }: BusinessNumber) => ({
  AccountSid: wabaId,
  ApiVersion: '2010-04-01',
  ChannelInstallSid: sidOf('XE', digits),
  ChannelPrefix: 'whatsapp',
});

export function statusForm({ number, status }: Extract<Update, { kind: 'status' }>): URLSearchParams | null {
  const { id, status: word, recipient_id, recipient_user_id, errors } = status as MetaStatus;
  if (word === 'played') return null;
  const isFailed = word === 'failed';
  const code = isFailed ? twilioCode(errors?.[0]?.code ?? 131000) : 0;
  const said = isFailed ? 'undelivered' : word;
  return new URLSearchParams({
    ...senderFields(number),
    From: `whatsapp:+${number.digits}`,
    To: addressOf(recipient_id, recipient_user_id),
    MessageSid: id,
    SmsSid: id,
    MessageStatus: said,
    SmsStatus: said,
    ...(word === 'read' && { EventType: 'READ' }),
    ...(isFailed && {
      ErrorCode: String(code),
      ErrorMessage: twilioMessage(code),
      ChannelStatusMessage: twilioMessage(code),
    }),
  });
}
