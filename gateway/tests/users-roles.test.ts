// Who may do what, held against every operation of the OpenAPI document: a new route fails here until its author has
// decided who may call it.

import { type MemberRole, memberRoles } from '@hudhud/contract/users.ts';
import { describe, expect, it } from 'vitest';
import { newUuid, toPublicId } from '../src/platform/ids.ts';
import { type Browser, signUpMember, signUpOwner } from './support/browser.ts';
import { expectProblem } from './support/expect-problem.ts';
import { credentials, useApiGateway } from './support/gateway.ts';
import type { Answer } from './support/http-client.ts';
import { type Operation, readOperations } from './support/openapi.ts';
import { waitUntil } from './support/wait-until.ts';

const gateway = await useApiGateway();
const owner = await signUpOwner(gateway, 'Company of many');
const stranger = await signUpOwner(gateway, 'Company of a stranger');
const operations = await readOperations(gateway);

const people: Record<MemberRole, Browser> = {
  viewer: await signUpMember(gateway, owner, 'viewer'),
  operator: await signUpMember(gateway, owner, 'operator'),
  admin: await signUpMember(gateway, owner, 'admin'),
  owner,
};

/** The least role that may call an operation; `user`: any signed-in user; `anyone`: no credentials needed. */
const needed: Readonly<Record<string, MemberRole | 'user' | 'anyone'>> = {
  getAlertSummary: 'viewer',
  listAlerts: 'viewer',
  readAlerts: 'viewer',
  getAlertSettings: 'viewer',
  changeAlertSettings: 'admin',
  testAlerts: 'admin',
  listTokens: 'viewer',
  createToken: 'admin',
  changeToken: 'admin',
  revokeToken: 'admin',
  getHeard: 'viewer',
  listRoutes: 'viewer',
  saveRoutes: 'admin',
  getCosts: 'viewer',
  listRates: 'viewer',
  importRates: 'user',
  getWindow: 'viewer',
  listTemplates: 'viewer',
  createTemplate: 'admin',
  getTemplate: 'viewer',
  changeTemplate: 'admin',
  deleteTemplate: 'admin',
  listTemplateChanges: 'viewer',
  syncTemplates: 'operator',
  getTemplateSettings: 'viewer',
  changeTemplateSettings: 'admin',
  acceptInvitation: 'user',
  deleteMedia: 'operator',
  downloadMedia: 'viewer',
  getMedia: 'viewer',
  getMediaLink: 'viewer',
  getMediaUsage: 'viewer',
  listMedia: 'viewer',
  markMessageRead: 'operator',
  uploadMedia: 'operator',
  cancelContactImport: 'operator',
  changeContact: 'operator',
  changeContactConsent: 'operator',
  changeContactField: 'admin',
  changeContactSettings: 'admin',
  changeContactTags: 'operator',
  changeSegment: 'operator',
  countContacts: 'viewer',
  countSegment: 'viewer',
  createContact: 'operator',
  createContactField: 'admin',
  createSegment: 'operator',
  deleteContact: 'operator',
  deleteContactField: 'admin',
  deleteSegment: 'operator',
  downloadRefusedRows: 'viewer',
  eraseContact: 'admin',
  exportContacts: 'viewer',
  getContact: 'viewer',
  getContactConsent: 'viewer',
  getContactImport: 'viewer',
  getContactSettings: 'viewer',
  getErasure: 'viewer',
  getSegment: 'viewer',
  listContactFields: 'viewer',
  listContactImports: 'viewer',
  listContactMerges: 'viewer',
  mergeContacts: 'operator',
  undoContactMerge: 'operator',
  listContactTags: 'viewer',
  listContacts: 'viewer',
  listSegments: 'viewer',
  startContactImport: 'operator',
  uploadContactImport: 'operator',
  upsertContact: 'operator',
  upsertContacts: 'operator',
  addPasskey: 'user',
  cancelCampaign: 'operator',
  cancelMessage: 'operator',
  changeCampaign: 'operator',
  changeCompany: 'admin',
  changeMember: 'admin',
  changePassword: 'user',
  changeSender: 'admin',
  changeStore: 'admin',
  changeUser: 'user',
  changeWebhook: 'admin',
  confirmSecondFactor: 'user',
  confirmSignUp: 'anyone',
  deleteUser: 'user',
  createCampaign: 'operator',
  createCompany: 'user',
  createSender: 'admin',
  createStore: 'admin',
  createWebhook: 'admin',
  deleteCompany: 'owner',
  deleteCampaign: 'operator',
  deleteSender: 'admin',
  duplicateCampaign: 'operator',
  deleteStore: 'admin',
  deleteWebhook: 'admin',
  endOtherSessions: 'user',
  endSession: 'user',
  followCalls: 'viewer',
  followRequests: 'viewer',
  forgotPassword: 'anyone',
  exportRecipients: 'viewer',
  exportCalls: 'viewer',
  exportDeliveries: 'viewer',
  exportMessages: 'viewer',
  exportRequests: 'viewer',
  getCallStatistics: 'viewer',
  getDeliveryStatistics: 'viewer',
  getMessageStatistics: 'viewer',
  getRequestStatistics: 'viewer',
  getRefusedCredentials: 'viewer',
  sendEditedRequest: 'operator',
  getCall: 'viewer',
  getCampaign: 'viewer',
  getCampaignStatistics: 'viewer',
  getCompany: 'viewer',
  getDelivery: 'viewer',
  getMe: 'viewer',
  getMessage: 'viewer',
  getMessageTimeline: 'viewer',
  getOverview: 'viewer',
  getRecovery: 'viewer',
  getRequest: 'viewer',
  getSender: 'viewer',
  getSession: 'user',
  getStatistics: 'viewer',
  getStore: 'viewer',
  getToken: 'viewer',
  getWaysIn: 'anyone',
  getWebhook: 'viewer',
  inviteMember: 'admin',
  leaveCompany: 'viewer',
  mailInvitation: 'admin',
  viewPasswordReset: 'anyone',
  listAudit: 'viewer',
  listCalls: 'viewer',
  listCampaigns: 'viewer',
  listCompanies: 'user',
  listDeliveries: 'viewer',
  listEvents: 'viewer',
  listInvitations: 'viewer',
  listMembers: 'viewer',
  listMessages: 'viewer',
  listPasskeys: 'user',
  listProviders: 'viewer',
  listRecipients: 'viewer',
  listRequests: 'viewer',
  listSenders: 'viewer',
  listSessions: 'user',
  listStores: 'viewer',
  listWebhooks: 'viewer',
  pauseCampaign: 'operator',
  pauseWebhook: 'admin',
  preflightCampaign: 'viewer',
  recoverWebhook: 'operator',
  removeMember: 'admin',
  removePasskey: 'user',
  removeSecondFactor: 'user',
  renamePasskey: 'user',
  replaceToken: 'admin',
  resendDelivery: 'operator',
  resetPassword: 'anyone',
  resumeCampaign: 'operator',
  resumeWebhook: 'admin',
  retryCampaign: 'operator',
  retryMessage: 'operator',
  retryRequest: 'operator',
  rotateWebhookSecret: 'admin',
  sendMessage: 'operator',
  sendMessageBatch: 'operator',
  sendMessageUnversioned: 'operator',
  signIn: 'anyone',
  signInByPasskey: 'anyone',
  signOut: 'user',
  signUp: 'anyone',
  startPasskey: 'user',
  startPasskeySignIn: 'anyone',
  startCampaign: 'operator',
  startSecondFactor: 'user',
  testSender: 'operator',
  testWebhook: 'operator',
  viewInvitation: 'anyone',
  withdrawInvitation: 'admin',
};

const roleOf = ({ id }: Operation): MemberRole | null =>
  memberRoles.find((role) => role === needed[id]) ?? null;

/** With a body that is not JSON: a caller that is let in gets no further, so nothing is changed. */
const knock = (browser: Pick<Browser, 'call'>, { method, path }: Operation): Promise<Answer> =>
  browser.call(method, path.replaceAll(/\{\w+\}/g, 'x'), method === 'GET' ? {} : { body: '{' });

const withRole = operations.filter(roleOf).map((operation) => [operation.id, operation] as const);
const forUsers = operations.filter(({ id }) => needed[id] === 'user').map((one) => [one.id, one] as const);
const forAnyone = operations.filter(({ id }) => needed[id] === 'anyone').map((one) => [one.id, one] as const);

describe('the table of roles', () => {
  it('has every operation of the API', () => {
    expect(operations.map(({ id }) => id).filter((id) => !(id in needed))).toEqual([]);
  });

  it('has no operation that is gone', () => {
    const ids = operations.map(({ id }) => id);
    expect(Object.keys(needed).filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe.each(withRole)('%s', (_id, operation) => {
  const least = memberRoles.indexOf(roleOf(operation) ?? 'owner');

  it.each(memberRoles)('is open to those who may call it, and to no one below (%s)', async (role) => {
    const answer = await knock(people[role], operation);
    if (memberRoles.indexOf(role) < least) expectProblem(answer, 'role_too_low');
    else expect([401, 403]).not.toContain(answer.status);
  });

  it('is closed to a user of another company, and does not reveal whether there is such a company', async () => {
    const ask = (companyId: string): Promise<Answer> =>
      knock(
        {
          call: (method, path, options) =>
            stranger.call(method, path, { ...options, headers: { 'x-company-id': companyId } }),
        },
        operation,
      );
    const [foreign, unknown] = [await ask(owner.companyId), await ask(toPublicId('company', newUuid()))];
    for (const answer of [foreign, unknown]) expectProblem(answer, 'not_a_member');
    expect({ ...(foreign.body as object), request_id: '' }).toEqual({
      ...(unknown.body as object),
      request_id: '',
    });
  });

  it('is open to the token, or else says that it takes a person', async () => {
    const headers = credentials(owner.companyId, owner.token);
    const answer = await knock(
      { call: (method, path, options) => gateway.call(method, path, { ...options, headers }) },
      operation,
    );
    if (operation.isForToken) expect([401, 403]).not.toContain(answer.status);
    else expectProblem(answer, 'user_required');
  });
});

describe.each(forUsers)('%s', (_id, operation) => {
  it('needs somebody who is signed in', async () => {
    expectProblem(await knock(gateway, operation), 'not_signed_in');
    const headers = credentials(owner.companyId, owner.token);
    const byToken = await knock(
      { call: (method, path, options) => gateway.call(method, path, { ...options, headers }) },
      operation,
    );
    expectProblem(byToken, 'not_signed_in');
  });
});

describe.each(forAnyone)('%s', (_id, operation) => {
  it('needs no credentials', async () => {
    const answer = await knock(gateway, operation);
    if (operation.method === 'GET') expect(answer.status).toBe(200);
    else expectProblem(answer, 'invalid_json');
  });
});

describe('a retry of a request', () => {
  it('may do no more than the user who asks for it', async () => {
    const refused = await people.admin.post('/api/v1/stores', { name: '' });
    expect(refused.status).toBe(422);
    const id = refused.headers['x-request-id'] ?? '';
    await waitUntil(
      'the request was recorded',
      async () => (await people.operator.get(`/api/v1/requests/${id}`)).status === 200,
    );
    const byOperator = await people.operator.post(`/api/v1/requests/${id}/retry`);
    expect(byOperator.body).toMatchObject({ status: 403, answer: { code: 'role_too_low' } });
    const byAdmin = await people.admin.post(`/api/v1/requests/${id}/retry`);
    expect(byAdmin.body).toMatchObject({ status: 422 });
  });
});

describe('the simulator', () => {
  const control = (path: string) => `/simulator/control/${path}`;

  it('opens its phone to members by their session, and steering only from the operator upwards', async () => {
    const { body } = await owner.get<{ data: { account: string }[] }>('/api/v1/senders');
    const account = body.data[0]?.account ?? '';
    const look = (browser: Browser) => browser.get(control(`conversations?phone_number_id=${account}`));
    const reply = (browser: Browser) => browser.post(control(`numbers/${account}/inbound`), { text: {} });
    expect((await look(people.viewer)).status).toBe(200);
    expect((await reply(people.viewer)).status).toBe(401);
    expect([401, 403, 404]).not.toContain((await reply(people.operator)).status);
    expect((await look(stranger)).status).toBe(404);
  });
});
