// Every page of the dashboard by name and address: what is looked at for accessibility, and what is photographed.

/** Ids of things whose details are shown. A detail without an id is left out. */
export interface Shown {
  readonly companyId: string;
  readonly failedRequestId?: string | undefined;
  readonly messageId?: string | undefined;
  readonly failedMessageId?: string | undefined;
  readonly waitingMessageId?: string | undefined;
  readonly contactId?: string | undefined;
  readonly segmentId?: string | undefined;
  readonly importId?: string | undefined;
  readonly campaignId?: string | undefined;
  /** A draft. */
  readonly draftId?: string | undefined;
  readonly templateId?: string | undefined;
  readonly callId?: string | undefined;
  readonly deliveryId?: string | undefined;
  readonly senderId?: string | undefined;
  readonly webhookId?: string | undefined;
}

export interface NamedPage {
  readonly name: string;
  readonly path: string;
}

/** Of a company's Edit page. */
const companySections = [
  'profile',
  'stores',
  'incoming-api',
  'outgoing-webhooks',
  'senders',
  'routes',
  'members',
  'alerts',
  'audit',
  'danger',
] as const;

const page = (name: string, path: string): NamedPage => ({ name, path });

const detail = (name: string, list: string, id: string | undefined, end = ''): NamedPage[] =>
  id ? [page(name, `${list}/${id}${end}`)] : [];

/** Seen before a user is signed in. */
export const doorPages: readonly NamedPage[] = [
  page('sign-in', '/sign-in'),
  page('sign-up', '/sign-up'),
  page('confirm-sign-up', '/confirm-sign-up#no-such-link'),
  page('forgotten-password', '/forgotten-password'),
  page('reset-password', '/reset-password#no-such-link'),
  page('invitation', '/invitation#no-such-link'),
  page('no-company', '/no-company'),
];

const monitoringPages = (shown: Shown): NamedPage[] => [
  page('overview', '/'),
  page('event-monitor', '/event-monitor?method=POST'),
  page('event-monitor-failed', '/event-monitor?outcome=failed&since=2026-01-01T00:00:00.000Z'),
  ...detail('event-monitor-detail', '/event-monitor', shown.failedRequestId),
  page('calls', '/calls'),
  ...detail('calls-detail', '/calls', shown.callId),
  page('deliveries', '/deliveries'),
  page('deliveries-failed', '/deliveries?state=failed'),
  ...detail('deliveries-detail', '/deliveries', shown.deliveryId),
];

const messagePages = (shown: Shown): NamedPage[] => [
  page('messages', '/messages'),
  page('messages-none', '/messages?status=played&time=1h'),
  ...detail('messages-detail', '/messages', shown.messageId),
  ...detail('messages-failed', '/messages', shown.failedMessageId),
  ...detail('messages-waiting', '/messages', shown.waitingMessageId),
  page('send', '/send?to=%2B966501234567'),
  page('phone-none', '/phone'),
  page('phone', '/phone?person=%2B966501234567'),
  page('phone-fault', '/phone?person=%2B15550131026'),
  page('campaigns', '/campaigns'),
  page('campaigns-new', '/campaigns/new'),
  ...detail('campaigns-detail', '/campaigns', shown.campaignId),
  ...detail('campaigns-check', '/campaigns', shown.draftId, '/edit?step=check'),
  page('templates', '/templates'),
  page('templates-new', '/templates/new'),
  ...detail('templates-detail', '/templates', shown.templateId),
  ...detail('templates-edit', '/templates', shown.templateId, '/edit'),
  page('costs', '/costs'),
];

const contactPages = (shown: Shown): NamedPage[] => [
  page('contacts', '/contacts'),
  page('contacts-none', '/contacts?q=nobody-is-called-so&consent=opted_out'),
  ...detail('contacts-detail', '/contacts', shown.contactId),
  ...detail('contacts-edit', '/contacts', shown.contactId, '/edit'),
  page('contacts-new', '/contacts/new'),
  page('segments', '/contacts/segments'),
  page('segments-new', '/contacts/segments/new'),
  ...detail('segments-detail', '/contacts/segments', shown.segmentId),
  page('imports', '/contacts/imports'),
  page('imports-new', '/contacts/imports/new'),
  ...detail('imports-detail', '/contacts/imports', shown.importId),
  page('contact-fields', '/contacts/fields'),
  page('contact-settings', '/contacts/settings'),
];

const companyPages = (shown: Shown): NamedPage[] => [
  page('senders', '/senders'),
  page('senders-new', '/senders/new'),
  ...detail('senders-detail', '/senders', shown.senderId),
  ...detail('senders-edit', '/senders', shown.senderId, '/edit'),
  page('webhooks', '/webhooks'),
  page('webhooks-new', '/webhooks/new'),
  ...detail('webhooks-detail', '/webhooks', shown.webhookId),
  ...detail('webhooks-edit', '/webhooks', shown.webhookId, '/edit'),
  page('companies', '/companies'),
  page('companies-new', '/companies/new'),
  page('companies-all', '/companies/all'),
  page('company', `/companies/${shown.companyId}`),
  ...companySections.map((section) =>
    page(`company-${section}`, `/companies/${shown.companyId}/edit/${section}`),
  ),
  page('account', '/account'),
  page('not-found', '/nothing-here'),
];

export const developerPages: readonly NamedPage[] = [
  page('developers', '/developers'),
  page('developers-guide', '/developers/guides/webhooks'),
  page('developers-guide-limits', '/developers/guides/limits'),
  page('developers-tokens', '/developers/tokens'),
  page('developers-events', '/developers/events'),
  page('developers-errors', '/developers/errors?search=phone'),
  page('developers-limits', '/developers/limits'),
];

/** Those of a signed-in user, but for the developers' pages, whose texts are long. */
export const memberPages = (shown: Shown): readonly NamedPage[] => [
  ...monitoringPages(shown),
  ...messagePages(shown),
  ...contactPages(shown),
  ...companyPages(shown),
];
