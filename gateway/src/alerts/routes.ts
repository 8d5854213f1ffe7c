// HTTP in and out for alerts: the bell, the list, and what a company chooses.

import { alertText } from '@hudhud/contract/alert-kinds.ts';
import {
  Alert,
  AlertPage,
  AlertQuery,
  AlertSettings,
  AlertSettingsChange,
  AlertSummary,
  AlertsRead,
  AlertTest,
} from '@hudhud/contract/alerts.ts';
import { refTo } from '@hudhud/contract/ref-to.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { auditedActor } from '../companies/audit/write-audit.ts';
import { companyOf } from '../companies/company-of.ts';
import { readId } from '../platform/http/read-id.ts';
import { bodyCodes, pageCodes } from '../platform/http/request-codes.ts';
import { securityOf } from '../platform/http/route-access.ts';
import { problemResponses } from '../platform/http/schemas.ts';
import { toPublicId } from '../platform/ids.ts';
import { toIdRange, toPage } from '../platform/paging.ts';
import { signedInOf } from '../users/signed-in.ts';
import { wakeAlerts } from './engine.ts';
import { type ListedAlertRow, listAlerts, markRead, summarizeAlerts } from './queries.ts';
import { changeSettings, readSettings } from './settings/change-settings.ts';
import { testChannel } from './settings/test-channel.ts';

export interface AlertRoutesOptions {
  readonly pool: pg.Pool;
  readonly isMailSetUp: boolean;
  readonly onEmitted: (companyIds: readonly string[]) => void;
}

const tags = ['Alerts'];
const countMax = 100;

const present = ({ data, ...row }: ListedAlertRow): Alert => ({
  id: toPublicId('alert', row.id),
  kind: row.kind,
  state: row.resolved_at === null ? 'open' : 'resolved',
  ...alertText(row.kind, data, 'en'),
  values: data,
  subject: row.subject,
  opened_at: row.opened_at.toISOString(),
  resolved_at: row.resolved_at?.toISOString() ?? null,
  is_read: row.is_read,
  notices: row.notices.map((notice) => ({
    ...notice,
    due_at: notice.due_at && new Date(notice.due_at).toISOString(),
  })),
});

const registerBell = (server: FastifyInstance, { pool }: AlertRoutesOptions): void => {
  server.get(
    '/api/v1/alerts/summary',
    {
      schema: {
        operationId: 'getAlertSummary',
        tags,
        summary: 'How many alerts are open, and how many you have not read',
        response: { 200: refTo(AlertSummary), ...problemResponses() },
      },
    },
    ({ incoming }) =>
      summarizeAlerts(pool, companyOf(incoming).id, incoming.signedIn?.userId ?? null, countMax),
  );

  server.get<{ Querystring: AlertQuery }>(
    '/api/v1/alerts',
    {
      schema: {
        operationId: 'listAlerts',
        tags,
        summary: 'List alerts, the newest first',
        querystring: AlertQuery,
        response: { 200: AlertPage, ...problemResponses(...pageCodes) },
      },
    },
    async ({ incoming, query }) => {
      const range = toIdRange('alert', query);
      const userId = incoming.signedIn?.userId ?? null;
      const rows = await listAlerts(pool, companyOf(incoming).id, userId, range, query.state ?? null);
      return toPage('alert', rows, range.limit, present);
    },
  );

  server.post<{ Body: AlertsRead }>(
    '/api/v1/alerts/read',
    {
      // Everybody reads for themselves.
      config: { access: 'member', role: 'viewer' },
      schema: {
        operationId: 'readAlerts',
        tags,
        summary: 'Mark alerts as read, for you',
        security: securityOf.member,
        body: refTo(AlertsRead),
        response: {
          200: refTo(AlertSummary),
          ...problemResponses(...bodyCodes, 'invalid_id', 'user_required'),
        },
      },
    },
    async ({ incoming, body }) => {
      const { id } = companyOf(incoming);
      const { userId } = signedInOf(incoming);
      const ids = body.ids?.map((text) => readId('alert', text)) ?? null;
      await markRead(pool, id, userId, ids);
      return await summarizeAlerts(pool, id, userId, countMax);
    },
  );
};

const registerSettings = (server: FastifyInstance, options: AlertRoutesOptions): void => {
  const { pool, isMailSetUp, onEmitted } = options;
  const path = '/api/v1/alert-settings';

  server.get(
    path,
    {
      schema: {
        operationId: 'getAlertSettings',
        tags,
        summary: 'Read which alerts are raised and who is told how',
        response: { 200: refTo(AlertSettings), ...problemResponses('company_not_found') },
      },
    },
    ({ incoming }) => readSettings(pool, companyOf(incoming).id, isMailSetUp),
  );

  server.patch<{ Body: AlertSettingsChange }>(
    path,
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'changeAlertSettings',
        tags,
        summary: 'Change the rules of alerts, quiet hours, or the number for WhatsApp',
        body: refTo(AlertSettingsChange),
        response: {
          200: refTo(AlertSettings),
          ...problemResponses(...bodyCodes, 'invalid_phone_number', 'company_not_found'),
        },
      },
    },
    async ({ incoming, body }) => {
      const { id } = companyOf(incoming);
      await changeSettings(pool, auditedActor(incoming), id, body);
      await wakeAlerts(pool);
      return await readSettings(pool, id, isMailSetUp);
    },
  );

  server.post<{ Body: AlertTest }>(
    `${path}/test`,
    {
      config: { role: 'admin' },
      schema: {
        operationId: 'testAlerts',
        tags,
        summary: 'Send a test alert by one way',
        body: refTo(AlertTest),
        response: {
          202: {
            description: 'It is on its way; the list of alerts says what became of it.',
            ...refTo(AlertTest),
          },
          ...problemResponses(...bodyCodes, 'alert_channel_unavailable', 'company_not_found'),
        },
      },
    },
    async ({ incoming, body }, reply) => {
      const { id } = companyOf(incoming);
      await testChannel(pool, id, body.channel, isMailSetUp);
      await wakeAlerts(pool);
      onEmitted([id]);
      return reply.code(202).send(body);
    },
  );
};

export const registerAlertRoutes = (server: FastifyInstance, options: AlertRoutesOptions): void => {
  for (const schema of [Alert, AlertSummary, AlertsRead, AlertSettings, AlertSettingsChange, AlertTest]) {
    server.addSchema(schema);
  }
  registerBell(server, options);
  registerSettings(server, options);
};
