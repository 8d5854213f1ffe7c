// The scope of a named token that each operation of the API needs. This table is the only place that says it, and a test
// walks every operation. The company's own token has every scope, so requests by it never come here.

import 'fastify';
import type { TokenScope } from '@hudhud/contract/tokens.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { isRead } from '../platform/http/route-access.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Filled in from the table of scopes. `any`: a token with any scopes, as at an address that does not exist. */
    scope?: TokenScope | 'any';
  }
}

const operations: Readonly<Record<TokenScope | 'any', string>> = {
  any: 'getMe',
  send: `sendMessage sendMessageBatch sendMessageUnversioned cancelMessage retryMessage markMessageRead getMessage
    getMessageTimeline uploadMedia deleteMedia getMedia getMediaLink downloadMedia getWindow listTemplates getTemplate
    retryRequest sendEditedRequest`,
  read: `listMessages listMedia getMediaUsage listRequests getRequest followRequests listCalls getCall followCalls
    listEvents listDeliveries getDelivery getRecovery listWebhooks getWebhook listSenders getSender getHeard listProviders
    listRoutes getOverview getStatistics getCosts listRates getCompany listStores getStore listTemplateChanges
    getTemplateSettings getAlertSummary listAlerts getAlertSettings
    exportMessages exportRequests exportCalls exportDeliveries getMessageStatistics getRequestStatistics getCallStatistics
    getDeliveryStatistics getRefusedCredentials`,
  contacts: `listContacts getContact createContact upsertContact upsertContacts changeContact deleteContact eraseContact
    getErasure changeContactTags listContactTags countContacts exportContacts getContactConsent changeContactConsent
    listContactFields createContactField changeContactField deleteContactField getContactSettings changeContactSettings
    listContactImports getContactImport uploadContactImport startContactImport cancelContactImport downloadRefusedRows
    listContactMerges mergeContacts undoContactMerge listSegments getSegment createSegment changeSegment deleteSegment
    countSegment`,
  campaigns: `listCampaigns getCampaign createCampaign changeCampaign deleteCampaign preflightCampaign startCampaign
    pauseCampaign resumeCampaign cancelCampaign duplicateCampaign retryCampaign listRecipients exportRecipients
    getCampaignStatistics`,
  admin: `listAudit getToken listTokens changeCompany createStore changeStore deleteStore createSender changeSender
    deleteSender testSender saveRoutes createWebhook changeWebhook deleteWebhook pauseWebhook resumeWebhook
    rotateWebhookSecret testWebhook recoverWebhook resendDelivery createTemplate changeTemplate deleteTemplate
    syncTemplates changeTemplateSettings changeAlertSettings testAlerts`,
};

export const operationScopes: ReadonlyMap<string, TokenScope | 'any'> = new Map(
  Object.entries(operations).flatMap(([scope, ids]) =>
    ids.split(/\s+/).map((id): [string, TokenScope | 'any'] => [id, scope as TokenScope | 'any']),
  ),
);

/** Whether scopes open an operation; null: every scope. `read` opens every reading operation but those of `admin`. */
export const hasScope = (
  scopes: readonly TokenScope[] | null,
  needed: TokenScope | 'any',
  method: string,
): boolean => {
  if (scopes === null || needed === 'any' || scopes.includes('admin') || scopes.includes(needed)) return true;
  return needed !== 'admin' && isRead(method) && scopes.includes('read');
};

/**
 * An operation that the table does not name is for `admin`: a forgotten entry refuses callers instead of admitting
 * them.
 */
export const declareScopes = (server: FastifyInstance): void => {
  server.addHook('onRoute', (route) => {
    const id = route.schema?.operationId;
    if (id === undefined || (route.config?.access ?? 'company') !== 'company') return;
    const scope = operationScopes.get(id) ?? 'admin';
    route.config = { ...route.config, scope };
    // For the API reference.
    if (scope !== 'any') Object.assign(route.schema ?? {}, { 'x-token-scope': scope });
  });
};

export const checkScope = ({ incoming, method, routeOptions }: FastifyRequest): void => {
  const scopes = incoming.token?.scopes ?? null;
  if (scopes === null) return;
  const needed = routeOptions.config.scope ?? 'admin';
  if (hasScope(scopes, needed, method)) return;
  throw new AppError('token_scope_missing', {
    detail: `This needs the scope ${needed}; the token "${incoming.token?.name}" has ${scopes.join(', ')}.`,
  });
};
