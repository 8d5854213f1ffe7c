// A message of a person as Twilio reports it: flat parameters, files as addresses, cards as files.
import type { BusinessNumber } from '../../account/numbers.ts';
import type { Contact, Update } from '../../webhook/updates.ts';
import { sidOf } from './ids.ts';
import { addressOf } from './status-form.ts';

type Part = Readonly<Record<string, unknown>>;

interface MetaMessage extends Part {
  id: string;
  from?: string;
  from_user_id: string;
  type: string;
  context?: { id?: string; forwarded?: boolean; frequently_forwarded?: boolean };
  referral?: Part;
}

const part = (value: unknown): Part => (typeof value === 'object' && value !== null ? (value as Part) : {});
const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

export function inboundForm(
  { number, message, contact }: Extract<Update, { kind: 'message' }>,
  publicUrl: string,
): URLSearchParams {
  const given = message as MetaMessage;
  const { id, from, from_user_id, context } = given;
  const content = contentOf(given, number, publicUrl);
  return new URLSearchParams({
    MessageSid: id,
    SmsSid: id,
    SmsMessageSid: id,
    AccountSid: number.wabaId,
    From: addressOf(from, from_user_id),
    To: `whatsapp:+${number.digits}`,
    Body: '',
    NumMedia: '0',
    NumSegments: '1',
    SmsStatus: 'received',
    ApiVersion: '2010-04-01',
    ReferralNumMedia: '0',
    ...person(contact, from, from_user_id),
    ...content,
    ...(context?.forwarded && { Forwarded: 'true' }),
    ...(context?.frequently_forwarded && { FrequentlyForwarded: 'true' }),
    ...(context?.id !== undefined && {
      OriginalRepliedMessageSid: context.id,
      OriginalRepliedMessageSender: `whatsapp:+${number.digits}`,
    }),
    ...referral(given.referral),
  });
}

function person(contact: Contact | null, from: string | undefined, userId: string): Record<string, string> {
  const { name, username } = contact?.profile ?? { name: '' };
  return {
    ProfileName: name,
    ...(from === undefined ? { ExternalUserId: userId } : { WaId: from }),
    ...(username !== undefined && { ProfileUsername: username }),
  };
}

function contentOf(message: MetaMessage, number: BusinessNumber, publicUrl: string): Record<string, string> {
  const { type } = message;
  const content = part(message[type]);
  switch (type) {
    case 'text':
      return { MessageType: 'text', Body: text(content.body) };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return {
        MessageType: type,
        Body: text(content.caption ?? content.filename),
        NumMedia: '1',
        MediaUrl0: mediaUrl(message, number, publicUrl),
        MediaContentType0: text(content.mime_type),
      };
    case 'location':
      return {
        MessageType: 'location',
        Latitude: text(content.latitude),
        Longitude: text(content.longitude),
        ...(content.address !== undefined && { Address: text(content.address) }),
        ...(content.name !== undefined && { Label: text(content.name) }),
      };
    case 'button':
      return {
        MessageType: 'button',
        Body: text(content.text),
        ButtonText: text(content.text),
        ButtonPayload: text(content.payload),
      };
    case 'interactive':
      return interactive(content);
    default:
      return { MessageType: type };
  }
}

function interactive(content: Part): Record<string, string> {
  const kind = text(content.type);
  const reply = part(content[kind]);
  if (kind === 'list_reply') {
    return {
      MessageType: 'interactive',
      Body: text(reply.title),
      ListId: text(reply.id),
      ListTitle: text(reply.title),
      ListDescription: text(reply.description),
    };
  }
  if (kind === 'nfm_reply') return { MessageType: 'interactive', InteractiveData: text(reply.response_json) };
  return {
    MessageType: 'interactive',
    Body: text(reply.title),
    ButtonText: text(reply.title),
    ButtonPayload: text(reply.id),
    ButtonType: 'REPLY',
  };
}

/** The id of the file stands at the end, in the form of Twilio's. */
function mediaUrl(message: MetaMessage, { wabaId }: BusinessNumber, publicUrl: string): string {
  const id = text(part(message[message.type]).id);
  const path = `2010-04-01/Accounts/${wabaId}/Messages/${message.id}/Media/ME${id.padStart(32, '0')}`;
  return `${publicUrl}/twilio/${path}`;
}

const referralNames: Readonly<Record<string, string>> = {
  body: 'ReferralBody',
  headline: 'ReferralHeadline',
  source_id: 'ReferralSourceId',
  source_type: 'ReferralSourceType',
  source_url: 'ReferralSourceUrl',
  ctwa_clid: 'ReferralCtwaClid',
};

const referral = (given: Part | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given ?? {}).flatMap(([name, value]) => {
      const own = referralNames[name];
      return own === undefined ? [] : [[own, text(value)]];
    }),
  );

/** The id of our file in the last part of an address of Twilio's. */
export const mediaIdOf = (sid: string): string => sid.slice(2).replace(/^0+/, '');

export const senderSid = ({ digits }: BusinessNumber): string => sidOf('XE', digits);
