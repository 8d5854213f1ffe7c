// Converts an incoming message of Twilio's into the form of the Cloud API, so that one reader serves both.

import type { Parameters } from './parameters.ts';

type Message = Readonly<Record<string, unknown>>;

const mediaTypes = ['image', 'audio', 'video', 'document', 'sticker'] as const;
type MediaType = (typeof mediaTypes)[number];

const isMediaType = (type: string): type is MediaType => (mediaTypes as readonly string[]).includes(type);

const isCard = (mimeType: string): boolean => /^text\/(x-)?vcard/i.test(mimeType);

/** By the type of the file: older callbacks have no MessageType. */
const typeOfFile = (mimeType: string): string => {
  if (isCard(mimeType)) return 'contacts';
  const [start = ''] = mimeType.toLowerCase().split('/');
  if (mimeType.toLowerCase().startsWith('image/webp')) return 'sticker';
  return start === 'image' || start === 'audio' || start === 'video' ? start : 'document';
};

export const typeOf = (parameters: Parameters): string => {
  const {
    MessageType: said,
    MediaUrl0: url,
    MediaContentType0: mimeType = '',
    Latitude,
    ListId,
  } = parameters;
  if (url !== undefined && isCard(mimeType)) return 'contacts';
  if (said) return said;
  if (url !== undefined) return typeOfFile(mimeType);
  if (Latitude !== undefined) return 'location';
  if (parameters.ButtonPayload !== undefined) return 'button';
  return ListId === undefined ? 'text' : 'interactive';
};

/** Twilio puts the name of a document where a caption would be. */
const fileName = /^[^\r\n]{1,240}\.[A-Za-z0-9]{1,8}$/;

const fileOf = (type: MediaType, parameters: Parameters): Message => {
  const { MediaUrl0: id, MediaContentType0: mime_type, Body: body = '' } = parameters;
  const isName = type === 'document' && fileName.test(body);
  return { id, mime_type, ...(isName ? { filename: body } : body !== '' && { caption: body }) };
};

const locationOf = ({ Latitude, Longitude, Address, Label }: Parameters): Message => ({
  latitude: Latitude,
  longitude: Longitude,
  name: Label,
  address: Address,
});

const interactiveOf = (parameters: Parameters): Message => {
  const { ListId, ListTitle, ListDescription, ButtonPayload, ButtonText, Body } = parameters;
  const form = parameters.InteractiveData ?? parameters.FlowData;
  if (form !== undefined) return { type: 'nfm_reply', nfm_reply: { response_json: form } };
  if (ListId !== undefined) {
    return {
      type: 'list_reply',
      list_reply: { id: ListId, title: ListTitle ?? Body, description: ListDescription },
    };
  }
  return { type: 'button_reply', button_reply: { id: ButtonPayload, title: ButtonText ?? Body } };
};

const referralOf = (parameters: Parameters): Message | undefined => {
  const referral = {
    body: parameters.ReferralBody,
    headline: parameters.ReferralHeadline,
    source_id: parameters.ReferralSourceId,
    source_type: parameters.ReferralSourceType,
    source_url: parameters.ReferralSourceUrl,
    ctwa_clid: parameters.ReferralCtwaClid,
  };
  return Object.values(referral).some((value) => value !== undefined) ? referral : undefined;
};

/** Only parameters without a field of their own. */
const unknownContent = (parameters: Parameters): Message =>
  Object.fromEntries(
    Object.entries(parameters).filter(([name]) => !/Sid$|^(From|To|ApiVersion)$/.test(name)),
  );

const contentOf = (type: string, parameters: Parameters): Message => {
  if (isMediaType(type)) return { [type]: fileOf(type, parameters) };
  switch (type) {
    case 'text':
      return { text: { body: parameters.Body ?? '' } };
    case 'location':
      return { location: locationOf(parameters) };
    case 'button':
      return {
        button: { payload: parameters.ButtonPayload, text: parameters.ButtonText ?? parameters.Body },
      };
    case 'interactive':
      return { interactive: interactiveOf(parameters) };
    case 'contacts':
      // The card is a file; its fields are read from there.
      return { contacts: [] };
    default:
      return unknownContent(parameters);
  }
};

export const toCloudMessage = (parameters: Parameters): Message => {
  const type = typeOf(parameters);
  const { OriginalRepliedMessageSid: repliedTo, Forwarded, FrequentlyForwarded } = parameters;
  const context = {
    id: repliedTo,
    forwarded: Forwarded === 'true',
    frequently_forwarded: FrequentlyForwarded === 'true',
  };
  return { ...contentOf(type, parameters), type, context, referral: referralOf(parameters) };
};
