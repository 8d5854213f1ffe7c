// A request of Infobip's as a message of the Cloud API, so that the world can take it.
import { asObject, type Json } from '../../message/check-value.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map((item) => asObject(item) ?? {}) : [];

/** Without what is undefined. */
const present = (part: Json): Json =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));

const media = (kind: string, { mediaUrl, caption, filename }: Json): Json => ({
  type: kind,
  [kind]: present({ link: mediaUrl, caption, filename }),
});

const header = (given: unknown): Json => {
  const part = asObject(given);
  if (!part) return {};
  if (part.type === 'TEXT') return { header: { type: 'text', text: part.text } };
  const kind = text(part.type).toLowerCase();
  return { header: { type: kind, [kind]: present({ link: part.mediaUrl, filename: part.filename }) } };
};

const interactive = (type: string, content: Json, action: Json): Json => ({
  type: 'interactive',
  interactive: {
    type,
    ...header(content.header),
    ...present({ body: content.body, footer: content.footer }),
    action,
  },
});

const card = ({ name, phones, emails, addresses, org, urls, birthday }: Json): Json => {
  const { firstName, lastName, middleName, namePrefix, formattedName } = asObject(name) ?? {};
  return present({
    name: present({
      formatted_name: formattedName,
      first_name: firstName,
      last_name: lastName,
      middle_name: middleName,
      prefix: namePrefix,
    }),
    phones: phones && list(phones).map(({ phone, type, waId }) => present({ phone, type, wa_id: waId })),
    emails,
    addresses:
      addresses &&
      list(addresses).map(({ countryCode, ...rest }) => present({ ...rest, country_code: countryCode })),
    org,
    urls,
    birthday,
  });
};

const buttonValue = ({ type, parameter, flowToken }: Json): Json => {
  switch (type) {
    case 'QUICK_REPLY':
      return { type: 'payload', payload: parameter };
    case 'FLOW':
      return { type: 'action', action: { flow_token: flowToken } };
    case 'COPY_CODE':
      return { type: 'coupon_code', coupon_code: parameter };
    default:
      return { type: 'text', text: parameter };
  }
};

const templateHeader = (given: unknown): Json[] => {
  const part = asObject(given);
  if (!part) return [];
  const kind = text(part.type).toLowerCase();
  const parameter =
    kind === 'text'
      ? { type: 'text', text: part.placeholder }
      : kind === 'location'
        ? { type: 'location', location: { latitude: part.latitude, longitude: part.longitude } }
        : { type: kind, [kind]: present({ link: part.mediaUrl, filename: part.filename }) };
  return [{ type: 'header', parameters: [parameter] }];
};

const template = ({ templateName, language, templateData }: Json): Json => {
  const data = asObject(templateData) ?? {};
  const { placeholders } = asObject(data.body) ?? {};
  const values = Array.isArray(placeholders) ? placeholders : [];
  const body = values.map((value) => ({ type: 'text', text: value }));
  const buttons = list(data.buttons).map((button, index) => ({
    type: 'button',
    sub_type: text(button.type).toLowerCase(),
    index: String(index),
    parameters: [buttonValue(button)],
  }));
  return {
    type: 'template',
    template: {
      name: templateName,
      language: { code: language },
      components: [
        ...templateHeader(data.header),
        ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
        ...buttons,
      ],
    },
  };
};

const contentOf = (path: string, content: Json): Json | null => {
  switch (path) {
    case 'text':
      return { type: 'text', text: present({ body: content.text, preview_url: content.previewUrl }) };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return media(path, content);
    case 'location':
      return { type: 'location', location: content };
    case 'contact':
      return { type: 'contacts', contacts: list(content.contacts).map(card) };
    case 'interactive/buttons': {
      const buttons = list(asObject(content.action)?.buttons).map(({ id, title }) => ({
        type: 'reply',
        reply: { id, title },
      }));
      return interactive('button', content, { buttons });
    }
    case 'interactive/list': {
      const { title, sections } = asObject(content.action) ?? {};
      return interactive('list', content, present({ button: title, sections }));
    }
    case 'template':
      return template(content);
    default:
      return null;
  }
};

export interface Translated {
  readonly to: string;
  readonly messageId: string | null;
  readonly body: Json;
}

/** Null for a path that Infobip does not have, or that the fake does not. */
export function translateMessage(path: string, input: unknown): Translated | null {
  const whole = asObject(input) ?? {};
  const single = path === 'template' ? (list(whole.messages)[0] ?? {}) : whole;
  const content = contentOf(path, asObject(single.content) ?? {});
  if (!content) return null;
  const to = text(single.to);
  const quoted = asObject(single.context)?.replyToMessageId;
  const messageId = text(single.messageId) || null;
  return {
    to,
    messageId,
    body: {
      messaging_product: 'whatsapp',
      ...(/^[A-Z]{2}\./.test(to) ? { recipient: to } : { to }),
      ...(quoted !== undefined && { context: { message_id: quoted } }),
      // Returned with every report: the ledger identifies the message by it.
      ...(messageId !== null && { biz_opaque_callback_data: messageId }),
      ...content,
    },
  };
}
