// Requests about a sender at Vonage: test its credentials, and mark a message as read. Vonage has no request for the first,
// so it gets a message without a recipient: it must refuse that, but checks the credentials first.

import type { OutgoingHttp } from '../../platform/outgoing-http/outgoing-http.ts';
import { toMarked } from '../ask-provider.ts';
import { doctorStep, type HealthPart, unreported } from '../health-part.ts';
import type { ConnectionTest, Failure, MarkRead, Provider, ProviderFields } from '../provider.ts';
import { accessTokenOf } from './access-token.ts';
import { askVonage } from './ask.ts';
import { field, numberOf, vonageUrl } from './fields.ts';
import { keyFailure } from './send.ts';
import { templatesUrl } from './templates.ts';

/** The status of a message that Vonage found wrong, after it had found the credentials right. */
const foundWrong = 422;

/** Null when the credentials work. */
const tryCredentials = async (http: OutgoingHttp, fields: ProviderFields): Promise<Failure | null> => {
  const url = vonageUrl(fields, 'base_url', 'v1/messages');
  const asked = await askVonage(http, fields, 'POST', url, { channel: 'whatsapp', message_type: 'text' });
  return asked.kind === 'answered' || asked.status === foundWrong ? null : asked.failure;
};

export const testVonageConnection: Provider['testConnection'] = async (
  http,
  fields,
): Promise<ConnectionTest> => {
  const failure = await tryCredentials(http, fields);
  return failure
    ? { kind: 'broken', failure }
    : { kind: 'working', phoneNumber: `+${numberOf(fields)}`, name: null };
};

const examine: HealthPart['examine'] = async (http, fields) => {
  const hasKey = (await accessTokenOf(fields)) !== null;
  const refused = hasKey ? await tryCredentials(http, fields) : null;
  const mayList = hasKey && !refused && field(fields, 'waba_id') !== '';
  const templates = mayList ? await askVonage(http, fields, 'GET', templatesUrl(fields)) : null;
  return [
    doctorStep('key', 'The private key can be used', hasKey ? null : keyFailure),
    doctorStep('token', 'Vonage accepts the application and its key', refused, !hasKey),
    doctorStep(
      'templates',
      'The templates of the business account can be read',
      templates?.kind === 'refused' ? templates.failure : null,
      templates === null,
    ),
  ];
};

export const vonageHealth: HealthPart = {
  /** Vonage reports nothing of a number's standing; that the credentials work is all there is to read. */
  async read(http, fields) {
    const failure = await tryCredentials(http, fields);
    if (failure) return { kind: 'broken', failure };
    return { kind: 'read', health: unreported };
  },
  examine,
};

export const markReadAtVonage: MarkRead = async (http, fields, providerMessageId, isTyping) => {
  const url = vonageUrl(fields, 'region_url', `v1/messages/${encodeURIComponent(providerMessageId)}`);
  const asked = await askVonage(http, fields, 'PATCH', url, {
    status: 'read',
    ...(isTyping && { replying_indicator: { show: true, type: 'text' } }),
  });
  return toMarked(asked);
};
