// A request of Vonage's as a message of the Cloud API, so that the world can take it.
import { asObject, type Json } from '../../message/check-value.ts';

const present = (part: Json): Json =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));

const contentOf = (body: Json): Json | null => {
  const kind = String(body.message_type);
  const part = asObject(body[kind]) ?? {};
  switch (kind) {
    case 'text':
      return { type: 'text', text: present({ body: body.text }) };
    case 'image':
    case 'video':
    case 'audio':
    case 'sticker':
      return { type: kind, [kind]: present({ link: part.url, caption: part.caption }) };
    case 'file':
      return {
        type: 'document',
        document: present({ link: part.url, caption: part.caption, filename: part.name }),
      };
    case 'reaction': {
      const target = asObject(body.context)?.message_uuid;
      return { type: 'reaction', reaction: { message_id: target, emoji: part.emoji ?? '' } };
    }
    case 'custom':
      return part;
    case 'template':
      return namedTemplate(part, asObject(body.whatsapp) ?? {});
    default:
      return null;
  }
};

function namedTemplate({ name, parameters }: Json, { locale }: Json): Json {
  const values = Array.isArray(parameters) ? parameters : [];
  const components = [{ type: 'body', parameters: values.map((text) => ({ type: 'text', text })) }];
  const filled = values.length > 0 && { components };
  return { type: 'template', template: { name, language: { code: locale }, ...filled } };
}

/** Null for a kind that Vonage does not have. */
export function translateMessage(body: Json): Json | null {
  const content = contentOf(body);
  if (!content) return null;
  const quoted = asObject(body.context)?.message_uuid;
  const to = typeof body.to === 'string' ? body.to : '';
  return {
    messaging_product: 'whatsapp',
    ...(/^[A-Z]{2}\./.test(to) ? { recipient: to } : { to }),
    ...(quoted !== undefined && content.type !== 'reaction' && { context: { message_id: quoted } }),
    ...(body.client_ref !== undefined && { biz_opaque_callback_data: body.client_ref }),
    ...content,
  };
}
