// The body of `POST /{phone_number_id}/messages`, checked the way Meta does: a message of any type, or the note that an
// inbound message was read. What passes is a value the rest can trust.
import type { MediaStore } from '../account/media.ts';
import { isMediaKind } from '../account/media-types.ts';
import type { BusinessNumber } from '../account/numbers.ts';
import { waIdOfUser } from '../account/people.ts';
import type { Template, Templates } from '../account/templates.ts';
import { type GraphError, graphError } from '../cloud/graph-error.ts';
import {
  checkContactsMessage,
  checkLocationMessage,
  checkReactionMessage,
} from './check-contacts-message.ts';
import { checkInteractiveMessage } from './check-interactive-message.ts';
import { checkMediaMessage } from './check-media-message.ts';
import { checkTemplateMessage } from './check-template-message.ts';
import {
  asObject,
  checkBoolean,
  checkKeys,
  checkObject,
  checkOptionalText,
  checkText,
  invalid,
  type Json,
  missing,
  type Problem,
  wrong,
} from './check-value.ts';
import { readMessageId } from './message-id.ts';
import type { RenderedTemplate } from './render-template.ts';

export interface CheckedMessage {
  to: string;
  waId: string;
  /** How the recipient was named: by phone number, by business-scoped user id, or as a group. */
  addressedBy: 'phone' | 'user_id' | 'group';
  type: string;
  content: unknown;
  opaque: string | null;
  contextId: string | null;
  /** Set for template messages, with the text as the person reads it. */
  template: { template: Template; text: string; rendered: RenderedTemplate } | null;
}

export type CheckedRequest =
  | { kind: 'message'; message: CheckedMessage }
  | { kind: 'read'; messageId: string; waId: string; isTyping: boolean }
  | { kind: 'refused'; error: GraphError };

export interface CheckParts {
  number: BusinessNumber;
  media: MediaStore;
  templates: Templates;
}

const types =
  'audio, contacts, document, image, interactive, location, reaction, sticker, template, text, video';
const sendable = new Set(types.split(', '));
const inboundOnly = ['button', 'order', 'system', 'unsupported', 'edit', 'revoke', 'request_welcome'];

export function checkMessage(input: unknown, parts: CheckParts): CheckedRequest {
  const body = asObject(input);
  if (!body) return refused(graphError(100, 'The body must be a JSON object.'));
  if (body.messaging_product !== 'whatsapp') {
    return refused(
      body.messaging_product === undefined
        ? graphError(100, 'The parameter messaging_product is required.')
        : wrong('messaging_product', 'must be one of {whatsapp}.'),
    );
  }
  if (body.status !== undefined) return checkRead(body);
  const recipient = readRecipient(body, parts.number);
  if (recipient.kind === 'refused') return recipient;
  const type = body.type ?? 'text';
  const problem = checkCommon(body) ?? checkType(type);
  if (problem) return refused(problem);
  return checkContent(body, type as string, recipient, parts);
}

function refused(error: GraphError): { kind: 'refused'; error: GraphError } {
  return { kind: 'refused', error };
}

function checkRead(body: Json): CheckedRequest {
  if (body.status !== 'read') return refused(wrong('status', 'must be one of {read}.'));
  const problem = checkText(body.message_id, 'message_id', { max: 512 });
  if (problem) return refused(problem);
  const messageId = body.message_id as string;
  const found = readMessageId(messageId);
  if (found?.direction !== 'in') {
    return refused(graphError(100, 'message_id is not the id of a message that was received.'));
  }
  const typing = body.typing_indicator;
  if (typing !== undefined && asObject(typing)?.type !== 'text') {
    return refused(wrong("typing_indicator['type']", 'must be one of {text}.'));
  }
  return { kind: 'read', messageId, waId: found.waId, isTyping: typing !== undefined };
}

type Recipient = Pick<CheckedMessage, 'to' | 'waId' | 'addressedBy'> & { kind: 'recipient' };

function readRecipient(
  body: Json,
  number: BusinessNumber,
): Recipient | { kind: 'refused'; error: GraphError } {
  const { to, recipient, recipient_type: recipientType = 'individual' } = body;
  if (recipientType !== 'individual' && recipientType !== 'group') {
    return refused(wrong('recipient_type', 'must be one of {individual, group}.'));
  }
  if (to === undefined && typeof recipient === 'string') {
    const waId = waIdOfUser(recipient);
    return waId
      ? { kind: 'recipient', to: recipient, waId, addressedBy: 'user_id' }
      : refused(invalid('recipient', 'is not a user id of this business.'));
  }
  if (to === undefined || to === '') {
    return refused(graphError(100, 'The parameter to is required.'));
  }
  if (typeof to !== 'string') return refused(wrong('to', 'must be a string.'));
  if (recipientType === 'group') return { kind: 'recipient', to, waId: to, addressedBy: 'group' };
  const waId = to.replace(/[-+() ]/g, '');
  if (!/^[1-9]\d{6,14}$/.test(waId)) return refused(invalid('to', 'is not a phone number.'));
  if (waId === number.digits) return refused(graphError(131021));
  return { kind: 'recipient', to, waId, addressedBy: 'phone' };
}

function checkCommon(body: Json): Problem {
  return (
    checkOptionalText(body.biz_opaque_callback_data, 'biz_opaque_callback_data', { max: 512 }) ??
    (body.context === undefined
      ? null
      : checkObject(body.context, 'context', ({ message_id: id }, at) =>
          checkText(id, `${at}['message_id']`, { max: 512 }),
        ))
  );
}

function checkType(type: unknown): Problem {
  if (typeof type === 'string' && sendable.has(type)) return null;
  return typeof type === 'string' && inboundOnly.includes(type)
    ? graphError(131051, `Message type ${type} cannot be sent.`)
    : wrong('type', `must be one of {${types}}.`);
}

function checkContent(
  body: Json,
  type: string,
  { to, waId, addressedBy }: Recipient,
  parts: CheckParts,
): CheckedRequest {
  const content = body[type];
  const message: CheckedMessage = {
    to,
    waId,
    addressedBy,
    type,
    content,
    opaque: (body.biz_opaque_callback_data as string | undefined) ?? null,
    contextId: (asObject(body.context)?.message_id as string | undefined) ?? null,
    template: null,
  };
  if (type === 'template') {
    const part = asObject(content);
    if (!part) return refused(missing('template'));
    const checked = checkTemplateMessage(part, parts.number.wabaId, parts.templates);
    if (checked.kind === 'refused') return checked;
    return { kind: 'message', message: { ...message, template: checked } };
  }
  const problem = checkFreeForm(type, content, body, parts);
  return problem ? refused(problem) : { kind: 'message', message };
}

function checkFreeForm(type: string, content: unknown, body: Json, parts: CheckParts): Problem {
  if (type === 'contacts') return checkContactsMessage(content);
  return checkObject(content, type, (part) => {
    const { phoneNumberId } = parts.number;
    if (isMediaKind(type)) return checkMediaMessage(type, part, parts.media, phoneNumberId);
    if (type === 'location') return checkLocationMessage(part);
    if (type === 'reaction') return checkReactionMessage(part, body);
    if (type === 'interactive') return checkInteractiveMessage(part, parts.media, phoneNumberId);
    return (
      checkText(part.body, "text['body']", { max: 4_096 }) ??
      checkBoolean(part.preview_url, "text['preview_url']") ??
      checkKeys(part, 'text', ['body', 'preview_url'])
    );
  });
}
