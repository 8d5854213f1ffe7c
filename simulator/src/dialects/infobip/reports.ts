// Infobip's reports: delivery and reading of messages, and incoming ones. It has no report for `sent`, and reports do not
// name our number.
import type { BusinessNumber } from '../../account/numbers.ts';
import { asObject, type Json } from '../../message/check-value.ts';
import type { Contact, Update } from '../../webhook/updates.ts';
import { delivered, failureWords } from './errors.ts';

interface MetaStatus {
  id: string;
  status: string;
  timestamp: string;
  recipient_id?: string;
  recipient_user_id?: string;
  errors?: { code: number }[];
}

/** With an offset that has no colon. */
export const timeOf = (seconds: unknown): string =>
  new Date(Number(seconds) * 1000).toISOString().replace('Z', '+0000');

/** Null for what Infobip does not report. */
export function statusReport({ status }: Extract<Update, { kind: 'status' }>): Json | null {
  const { id, status: word, timestamp, recipient_id, recipient_user_id, errors } = status as MetaStatus;
  const at = timeOf(timestamp);
  const base = { messageId: id, to: recipient_id ?? recipient_user_id, sentAt: at };
  if (word === 'read') return { ...base, seenAt: at };
  if (word !== 'delivered' && word !== 'failed') return null;
  const words = word === 'failed' ? failureWords(errors?.[0]?.code ?? 131000) : delivered;
  const contact = { phoneNumber: recipient_id, userId: recipient_user_id };
  return { bulkId: '', ...base, doneAt: at, messageCount: 1, ...words, contact };
}

const types: Readonly<Record<string, string>> = { contacts: 'CONTACT', unsupported: 'UNSUPPORTED' };

const card = ({ name, phones, emails, org }: Json): Json => ({
  name: { formattedName: asObject(name)?.formatted_name, firstName: asObject(name)?.first_name },
  phones,
  emails,
  org,
});

const order = ({ catalog_id, product_items }: Json): Json => ({
  catalogId: catalog_id,
  productItems: (Array.isArray(product_items) ? product_items : []).map((item) => {
    const { product_retailer_id, quantity, item_price, currency } = asObject(item) ?? {};
    return { productRetailerId: product_retailer_id, quantity, itemPrice: item_price, currency };
  }),
});

const interactiveReply = (content: Json): Json => {
  const { id, title, description } = asObject(content[String(content.type)]) ?? {};
  switch (content.type) {
    case 'list_reply':
      return { type: 'INTERACTIVE_LIST_REPLY', id, title, description };
    case 'nfm_reply': {
      const form = asObject(content.nfm_reply)?.response_json;
      return { type: 'INTERACTIVE_FLOW_REPLY', text: 'Sent', response: JSON.parse(String(form ?? '{}')) };
    }
    default:
      return { type: 'INTERACTIVE_BUTTON_REPLY', id, title };
  }
};

function contentOf(message: Json, number: BusinessNumber, publicUrl: string): Json {
  const type = String(message.type);
  const content = asObject(message[type]) ?? {};
  switch (type) {
    case 'text':
      return { type: 'TEXT', text: content.body };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker': {
      const path = `whatsapp/1/senders/${number.digits}/media/${content.id}`;
      const url = `${publicUrl}/infobip/${path}`;
      return { type: content.voice === true ? 'VOICE' : type.toUpperCase(), url, caption: content.caption };
    }
    case 'location':
      return { type: 'LOCATION', ...content };
    case 'contacts':
      return {
        type: 'CONTACT',
        contacts: (Array.isArray(message.contacts) ? message.contacts : []).map((one) =>
          card(asObject(one) ?? {}),
        ),
      };
    case 'button':
      return { type: 'BUTTON', text: content.text, payload: content.payload };
    case 'interactive':
      return interactiveReply(content);
    case 'reaction':
      return {
        type: 'REACTION',
        emoji: content.emoji,
        action: content.emoji ? 'ADDED' : 'REMOVED',
        context: { id: content.message_id },
      };
    case 'order':
      return { type: 'ORDER', ...order(content) };
    default:
      return { type: types[type] ?? type.toUpperCase() };
  }
}

const person = (contact: Contact | null, from: unknown): Json => ({
  name: contact?.profile.name,
  phoneNumber: from,
  userId: contact?.user_id,
  username: contact?.profile.username,
});

const referral = (given: unknown): Json => {
  const part = asObject(given);
  if (!part) return {};
  const { source_type, source_id, source_url, headline, body, ctwa_clid } = part;
  const words = { sourceType: source_type, sourceId: source_id, sourceUrl: source_url };
  return { referral: { ...words, headline, body, ctwaClickId: ctwa_clid } };
};

export function inboundReport(
  { number, message, contact }: Extract<Update, { kind: 'message' }>,
  publicUrl: string,
): Json {
  const given = message as Json;
  const context = asObject(given.context);
  return {
    from: given.from ?? given.from_user_id,
    to: number.digits,
    integrationType: 'WHATSAPP',
    receivedAt: timeOf(given.timestamp),
    messageId: given.id,
    message: {
      ...(context && { context: { id: context.id, from: context.from } }),
      ...contentOf(given, number, publicUrl),
      ...referral(given.referral),
    },
    contact: person(contact, given.from),
  };
}
