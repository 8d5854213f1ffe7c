// Describes the parts of an inbound message of Meta besides its text, in the contract's fields. Anything that is missing or
// of another type than documented is left out.

import type { IncomingDetails } from '@hudhud/contract/incoming-details.ts';
import { adOf, readPlace, readProductItems } from '../read-parts.ts';
import { type Fields, listOf, present } from '../read-values.ts';
import { readCard } from './describe-cards.ts';
import { readCallPermission, readChoice, readPaymentMethod, readUnknownReply } from './describe-choices.ts';
import { asFields, asText, readGraphError } from './graph-error.ts';
import { filePartOf } from './read-file.ts';
import { readNumber, readUserId } from './read-person.ts';
import { refersTo } from './read-reference.ts';
import { asFlag, readIsoTime, restOf } from './read-values.ts';
import { isKnownType } from './summarize.ts';

const readMedia = (message: Fields) => {
  const file = filePartOf(message);
  const id = asText(file?.id);
  if (!file || id === null) return null;
  return present({
    id,
    mime_type: asText(file.mime_type),
    filename: asText(file.filename),
    caption: asText(file.caption),
    sha256: asText(file.sha256),
    is_voice: asFlag(file.voice),
    is_animated: asFlag(file.animated),
  });
};

const readOrder = (message: Fields) => {
  const order = asFields(message.order);
  if (!order) return null;
  return present({
    catalog_id: asText(order.catalog_id),
    items: readProductItems(order),
    text: asText(order.text) || null,
  });
};

const readProduct = (message: Fields) => {
  const product = asFields(asFields(message.context)?.referred_product);
  return (
    product &&
    present({ catalog_id: asText(product.catalog_id), product_id: asText(product.product_retailer_id) })
  );
};

const referralFields = new Set([
  'source_type',
  'source_id',
  'source_url',
  'headline',
  'body',
  'ctwa_clid',
  'media_type',
  'image_url',
  'video_url',
  'thumbnail_url',
]);

const readReferral = (message: Fields) => {
  const referral = asFields(message.referral);
  if (!referral) return null;
  const welcome = asText(asFields(referral.welcome_message)?.text);
  const more = restOf(
    referral,
    welcome === null ? referralFields : new Set([...referralFields, 'welcome_message']),
  );
  return present({
    ...adOf(referral),
    media_type: asText(referral.media_type),
    image_url: asText(referral.image_url),
    video_url: asText(referral.video_url),
    thumbnail_url: asText(referral.thumbnail_url),
    welcome_text: welcome,
    more,
  });
};

const readIdentity = (identity: Fields | null) =>
  identity &&
  present({
    hash: asText(identity.hash),
    acknowledged: asFlag(identity.acknowledged),
    created_at: readIsoTime(identity.created_timestamp),
  });

const readSystem = (message: Fields) => {
  const system = message.type === 'system' ? asFields(message.system) : null;
  if (!system) return null;
  return {
    kind: asText(system.type) ?? 'unknown',
    ...present({
      new_phone: readNumber(system.wa_id ?? system.new_wa_id),
      new_id: readUserId(system.user_id),
      new_parent_id: readUserId(system.parent_user_id),
      identity: readIdentity(asFields(message.identity) ?? asFields(system.identity)),
    }),
  };
};

const readUnsupported = (message: Fields) => {
  if (message.type !== 'unsupported' && message.type !== 'unknown') return null;
  const errors = listOf(message.errors).flatMap((error) => {
    const found = readGraphError(error);
    return found ? { code: String(found.code), title: found.title, detail: found.detail } : [];
  });
  return { ...present({ kind: asText(asFields(message.unsupported)?.type) }), errors };
};

/** Keys that every message has, or that are shown in other fields. */
const usualKeys = new Set([
  'id',
  'from',
  'to',
  'to_user_id',
  'to_parent_user_id',
  'from_user_id',
  'from_parent_user_id',
  'timestamp',
  'type',
  'context',
  'group_id',
  'referral',
]);

/** All that a message of an unknown type holds besides. */
const readUnknown = (message: Fields): Fields | null =>
  isKnownType(asText(message.type) ?? '') ? readUnknownReply(message) : restOf(message, usualKeys);

const forwarding = ({ context }: Fields) => {
  const found = asFields(context);
  const isFrequent = found?.frequently_forwarded === true || null;
  return {
    is_forwarded: found?.forwarded === true || isFrequent,
    is_frequently_forwarded: isFrequent,
  };
};

export const describeCloudApiMessage = (raw: unknown): IncomingDetails => {
  const message = asFields(raw) ?? {};
  // An edit holds the new message; one inside another is not looked into.
  const content = asFields(asFields(message.edit)?.message) ?? message;
  const reaction = asFields(content.reaction);
  const cards = content.type === 'contacts' ? listOf(content.contacts).map(readCard) : null;
  const type = asText(message.type);
  const details = {
    media: readMedia(content),
    location: readPlace(asFields(content.location)),
    contacts: cards,
    choice: readChoice(content),
    reaction: reaction && { emoji: asText(reaction.emoji) || null },
    refers_to: refersTo(message),
    order: readOrder(content),
    product: readProduct(message),
    referral: readReferral(content),
    system: readSystem(message),
    unsupported: readUnsupported(message),
    call_permission: readCallPermission(content),
    payment_method: readPaymentMethod(content),
    sender_parent_id: readUserId(message.from_parent_user_id),
    ...forwarding(message),
    group_id: asText(message.group_id),
    raw_type: type !== null && !isKnownType(type) ? type : null,
    unknown: readUnknown(message),
  };
  return present(details) as IncomingDetails;
};
