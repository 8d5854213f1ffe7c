import { type ErrorCode, errorCatalogue } from '@hudhud/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { expectProblem } from './support/expect-problem.ts';
import { useApiGateway } from './support/gateway.ts';
import { declaredCodes, readOperations } from './support/openapi.ts';

const gateway = await useApiGateway();
const operations = await readOperations(gateway);

describe('GET /openapi.json', () => {
  it('describes exactly the routes of the API', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [
        'DELETE /api/v1/templates/{id}',
        'GET /api/v1/costs',
        'GET /api/v1/costs/rates',
        'GET /api/v1/routes',
        'GET /api/v1/senders/{id}/heard',
        'GET /api/v1/template-settings',
        'GET /api/v1/templates',
        'GET /api/v1/templates/{id}',
        'GET /api/v1/templates/{id}/history',
        'GET /api/v1/window',
        'PATCH /api/v1/template-settings',
        'PATCH /api/v1/templates/{id}',
        'POST /api/v1/operator/rates',
        'POST /api/v1/templates',
        'POST /api/v1/templates/sync',
        'PUT /api/v1/routes',
        'DELETE /api/v1/contact-fields/{name}',
        'DELETE /api/v1/contacts/{id}',
        'DELETE /api/v1/segments/{id}',
        'GET /api/v1/contact-fields',
        'GET /api/v1/contact-imports',
        'GET /api/v1/contact-imports/{id}',
        'GET /api/v1/contact-imports/{id}/refused.csv',
        'GET /api/v1/contact-settings',
        'GET /api/v1/contacts',
        'GET /api/v1/contacts/export',
        'GET /api/v1/contacts/tags',
        'GET /api/v1/contacts/{id}',
        'GET /api/v1/contacts/{id}/consent',
        'GET /api/v1/contacts/{id}/merges',
        'GET /api/v1/erasures/{id}',
        'GET /api/v1/segments',
        'GET /api/v1/segments/{id}',
        'GET /api/v1/segments/{id}/count',
        'PATCH /api/v1/contact-fields/{name}',
        'PATCH /api/v1/contact-settings',
        'PATCH /api/v1/contacts/{id}',
        'PATCH /api/v1/segments/{id}',
        'POST /api/v1/contact-fields',
        'POST /api/v1/contact-imports',
        'POST /api/v1/contact-imports/{id}/cancel',
        'POST /api/v1/contact-imports/{id}/start',
        'POST /api/v1/contact-merges/{id}/undo',
        'POST /api/v1/contacts',
        'POST /api/v1/contacts/bulk',
        'POST /api/v1/contacts/count',
        'POST /api/v1/contacts/tags',
        'POST /api/v1/contacts/{id}/consent',
        'POST /api/v1/contacts/{id}/erase',
        'POST /api/v1/contacts/{id}/merge',
        'POST /api/v1/segments',
        'PUT /api/v1/contacts/by-phone/{phone}',
        'DELETE /api/v1/campaigns/{id}',
        'DELETE /api/v1/invitations/{id}',
        'DELETE /api/v1/members/{id}',
        'DELETE /api/v1/passkeys/{id}',
        'DELETE /api/v1/senders/{id}',
        'DELETE /api/v1/sessions',
        'DELETE /api/v1/sessions/{id}',
        'DELETE /api/v1/stores/{id}',
        'DELETE /api/v1/tokens/{id}',
        'GET /api/v1/alert-settings',
        'GET /api/v1/alerts',
        'GET /api/v1/alerts/summary',
        'PATCH /api/v1/alert-settings',
        'POST /api/v1/alert-settings/test',
        'POST /api/v1/alerts/read',
        'GET /api/v1/tokens',
        'PATCH /api/v1/tokens/{id}',
        'POST /api/v1/tokens',
        'DELETE /api/v1/webhooks/{id}',
        'GET /api/v1/audit',
        'GET /api/v1/calls',
        'GET /api/v1/calls/stream',
        'GET /api/v1/calls/{id}',
        'GET /api/v1/campaigns',
        'GET /api/v1/campaigns/{id}',
        'GET /api/v1/campaigns/{id}/recipients',
        'GET /api/v1/campaigns/{id}/recipients.csv',
        'GET /api/v1/campaigns/{id}/statistics',
        'GET /api/v1/company',
        'GET /api/v1/company/token',
        'GET /api/v1/deliveries',
        'GET /api/v1/deliveries/{id}',
        'GET /api/v1/events',
        'GET /api/v1/invitations',
        'GET /api/v1/me',
        'GET /api/v1/members',
        'GET /api/v1/messages',
        'GET /api/v1/messages/{id}',
        'GET /api/v1/messages/{id}/timeline',
        'GET /api/v1/operator/companies',
        'GET /api/v1/overview',
        'GET /api/v1/passkeys',
        'GET /api/v1/providers',
        'GET /api/v1/requests',
        'GET /api/v1/requests/stream',
        'GET /api/v1/requests/{id}',
        'GET /api/v1/senders',
        'GET /api/v1/senders/{id}',
        'GET /api/v1/session',
        'GET /api/v1/sessions',
        'GET /api/v1/statistics',
        'GET /api/v1/sign-in',
        'GET /api/v1/stores',
        'GET /api/v1/stores/{id}',
        'GET /api/v1/webhooks',
        'GET /api/v1/webhooks/{id}',
        'GET /api/v1/webhooks/{id}/recoveries/{recovery}',
        'PATCH /api/v1/campaigns/{id}',
        'PATCH /api/v1/company',
        'PATCH /api/v1/members/{id}',
        'PATCH /api/v1/passkeys/{id}',
        'PATCH /api/v1/senders/{id}',
        'PATCH /api/v1/stores/{id}',
        'PATCH /api/v1/user',
        'PATCH /api/v1/webhooks/{id}',
        'POST /api/messages/send',
        'POST /api/v1/campaigns',
        'POST /api/v1/campaigns/{id}/cancel',
        'POST /api/v1/campaigns/{id}/duplicate',
        'POST /api/v1/campaigns/{id}/pause',
        'POST /api/v1/campaigns/{id}/preflight',
        'POST /api/v1/campaigns/{id}/resume',
        'POST /api/v1/campaigns/{id}/retry',
        'POST /api/v1/campaigns/{id}/start',
        'POST /api/v1/companies',
        'POST /api/v1/company/delete',
        'POST /api/v1/company/leave',
        'POST /api/v1/company/token',
        'POST /api/v1/deliveries/{id}/resend',
        'POST /api/v1/invitations',
        'POST /api/v1/invitations/accept',
        'POST /api/v1/invitations/mail',
        'POST /api/v1/invitations/view',
        'POST /api/v1/messages/send',
        'POST /api/v1/messages/send-batch',
        'POST /api/v1/messages/{id}/cancel',
        'POST /api/v1/messages/{id}/read',
        'POST /api/v1/messages/{id}/retry',
        'DELETE /api/v1/media/{id}',
        'GET /api/v1/media',
        'GET /api/v1/media/usage',
        'GET /api/v1/media/{id}',
        'GET /api/v1/media/{id}/content',
        'GET /api/v1/media/{id}/link',
        'POST /api/v1/media',
        'POST /api/v1/passkeys',
        'POST /api/v1/passkeys/options',
        'POST /api/v1/password',
        'POST /api/v1/password/forgot',
        'POST /api/v1/password/reset',
        'POST /api/v1/password/reset/view',
        'POST /api/v1/requests/{id}/retry',
        'GET /api/v1/calls/export',
        'GET /api/v1/calls/statistics',
        'GET /api/v1/deliveries/export',
        'GET /api/v1/deliveries/statistics',
        'GET /api/v1/messages/export',
        'GET /api/v1/messages/statistics',
        'GET /api/v1/requests/export',
        'GET /api/v1/requests/refused-credentials',
        'GET /api/v1/requests/statistics',
        'POST /api/v1/requests/{id}/send-edited',
        'POST /api/v1/second-factor',
        'POST /api/v1/second-factor/confirm',
        'POST /api/v1/second-factor/remove',
        'POST /api/v1/senders',
        'POST /api/v1/senders/{id}/test',
        'POST /api/v1/sign-in',
        'POST /api/v1/sign-in/passkey',
        'POST /api/v1/sign-in/passkey/options',
        'POST /api/v1/sign-out',
        'POST /api/v1/sign-up',
        'POST /api/v1/sign-up/confirm',
        'POST /api/v1/stores',
        'POST /api/v1/user/delete',
        'POST /api/v1/webhooks',
        'POST /api/v1/webhooks/{id}/pause',
        'POST /api/v1/webhooks/{id}/recover',
        'POST /api/v1/webhooks/{id}/resume',
        'POST /api/v1/webhooks/{id}/rotate-secret',
        'POST /api/v1/webhooks/{id}/test',
      ].toSorted(),
    );
  });

  it('is an OpenAPI 3.1 document that asks for both credentials', async () => {
    const { body } = await gateway.call<{ openapi: string; security: object[] }>('GET', '/openapi.json');
    expect(body.openapi).toMatch(/^3\.1\./);
    expect(body.security).toEqual([{ token: [], companyId: [] }]);
  });

  it('has no reference that leads nowhere', async () => {
    const { text, body } = await gateway.call<{ components: object }>('GET', '/openapi.json');
    const names = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(names.length).toBeGreaterThan(0);
    for (const name of new Set(names)) {
      expect(name).toMatch(/^#\/components\/(?:schemas|examples)\/\w+$/);
      expect(body.components).toHaveProperty(name.replace('#/components/', '').split('/'));
    }
  });

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s has a name, a summary and every refusal that any route may answer',
    (_id, operation) => {
      expect(operation.id).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.summary).toBeTruthy();
      for (const code of [
        'invalid_credentials',
        'company_suspended',
        'rate_limited',
        'overloaded',
      ] as const) {
        expect(declaredCodes(operation, errorCatalogue[code].status)).toContain(code);
      }
    },
  );

  it('declares codes of the catalogue only, each under its own status', () => {
    for (const operation of operations) {
      for (const status of Object.keys(operation.responses)
        .map(Number)
        .filter((number) => number >= 400)) {
        const codes = declaredCodes(operation, status);
        expect(codes.length, `${operation.id} ${status}`).toBeGreaterThan(0);
        for (const code of codes) expect(errorCatalogue[code as ErrorCode]?.status).toBe(status);
      }
    }
  });
});

describe('GET /docs/errors', () => {
  it('explains every code, at the address that a problem names', async () => {
    const problem = expectProblem(await gateway.call('GET', '/api/v1/me'), 'invalid_credentials');
    const { origin, pathname, hash } = new URL(problem.type);
    expect([origin, hash]).toEqual([gateway.address, '#invalid_credentials']);
    const { status, headers, text } = await gateway.call('GET', pathname);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const code of Object.keys(errorCatalogue)) expect(text).toContain(`<section id="${code}">`);
  });

  it('is named by the public address when there is one', async () => {
    const behind = await useApiGateway({
      database: gateway.database,
      environment: { PUBLIC_URL: 'https://wa.example.com/' },
    });
    const answer = await behind.call<{ type: string }>('GET', '/api/v1/me');
    expect(answer.body.type).toBe('https://wa.example.com/docs/errors#invalid_credentials');
  });
});
