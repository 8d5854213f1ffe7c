// Requests about a sender at Infobip: test its key, read the health of its number, set where its callbacks go, and mark a
// message as read.

import { toMarked } from '../ask-provider.ts';
import { asText } from '../cloud-api/graph-error.ts';
import { doctorStep, type HealthPart, qualityOf, unreported } from '../health-part.ts';
import type { ConnectionTest, MarkRead, Provider, ProviderFields, RegisterCallback } from '../provider.ts';
import { type Fields, listOf, readDigits } from '../read-values.ts';
import { askInfobip } from './ask.ts';
import { field, senderOf } from './fields.ts';

const businessInfo = (fields: ProviderFields): string =>
  `whatsapp/1/senders/${encodeURIComponent(senderOf(fields))}/business-info`;

export const testInfobipConnection: Provider['testConnection'] = async (
  http,
  fields,
): Promise<ConnectionTest> => {
  const asked = await askInfobip(http, fields, 'GET', businessInfo(fields));
  if (asked.kind === 'refused') return { kind: 'broken', failure: asked.failure };
  const { displayName, name } = asked.answer;
  return { kind: 'working', phoneNumber: `+${senderOf(fields)}`, name: asText(displayName) ?? asText(name) };
};

/** The sender's entry in a list, under any name of the list. */
const entryOf = (answer: Fields, sender: string): Fields | null =>
  Object.values(answer)
    .flatMap(listOf)
    .find((entry) => readDigits(entry.sender) === sender) ?? null;

const readHealth: HealthPart['read'] = async (http, fields) => {
  const asked = await askInfobip(http, fields, 'GET', 'whatsapp/1/senders/quality');
  if (asked.kind === 'refused') return { kind: 'broken', failure: asked.failure };
  const entry = entryOf(asked.answer, senderOf(fields));
  const rating = asText(entry?.qualityRating) ?? asText(entry?.quality) ?? '';
  return {
    kind: 'read',
    health: { ...unreported, quality: qualityOf(rating.toUpperCase()) },
  };
};

const examine: HealthPart['examine'] = async (http, fields) => {
  const number = await askInfobip(http, fields, 'GET', businessInfo(fields));
  const failure = number.kind === 'refused' ? number.failure : null;
  const status = number.kind === 'refused' ? number.status : 200;
  const isKeyBroken = failure !== null && (status === null || status === 401 || status === 403);
  const templates = failure
    ? null
    : await askInfobip(http, fields, 'GET', `whatsapp/2/senders/${senderOf(fields)}/templates`);
  return [
    doctorStep('token', 'The API key works at this base address', isKeyBroken ? failure : null),
    doctorStep('number', 'The sender is registered at Infobip', isKeyBroken ? null : failure, isKeyBroken),
    doctorStep(
      'templates',
      'The templates of the sender can be read',
      templates?.kind === 'refused' ? templates.failure : null,
      templates === null,
    ),
  ];
};

export const infobipHealth: HealthPart = { read: readHealth, examine };

const securityOf = (fields: ProviderFields): object => {
  const authId = `hudhud-${senderOf(fields)}`;
  const secret = field(fields, 'callback_secret');
  switch (field(fields, 'callback_proof')) {
    case 'hmac': {
      const credentials = { secretKey: secret, algorithm: field(fields, 'hmac_algorithm') };
      return { security: { authId, type: 'HMAC', credentials } };
    }
    case 'header':
      return { headers: { [field(fields, 'callback_header')]: secret } };
    default: {
      const credentials = { username: field(fields, 'callback_username'), password: secret };
      return { security: { authId, type: 'BASIC', credentials } };
    }
  }
};

export const registerAtInfobip: RegisterCallback = async (http, fields, callbackUrl) => {
  const sender = senderOf(fields);
  const asked = await askInfobip(http, fields, 'POST', 'subscriptions/1/subscription/WHATSAPP', {
    subscriptionId: `hudhud-${sender}`,
    events: ['DELIVERY', 'SEEN', 'INBOUND_MESSAGE', 'MARKETING_SUBSCRIPTION_UPDATE', 'TEMPLATE_UPDATE'],
    resources: [sender],
    profile: {
      profileId: `hudhud-${sender}`,
      webhook: { notifyUrl: callbackUrl, contentType: 'application/json' },
      ...securityOf(fields),
    },
  });
  return asked.kind === 'answered' ? { kind: 'registered' } : { kind: 'refused', failure: asked.failure };
};

/** Typing is shown by another request, which must name the person; it is left out. */
export const markReadAtInfobip: MarkRead = async (http, fields, providerMessageId) => {
  const path = `whatsapp/1/senders/${senderOf(fields)}/message/${encodeURIComponent(providerMessageId)}/read`;
  const asked = await askInfobip(http, fields, 'POST', path);
  return toMarked(asked);
};
