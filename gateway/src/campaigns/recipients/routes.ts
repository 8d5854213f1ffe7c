// HTTP out for the people of a campaign: a page at a time, and as a file.

import {
  Recipient,
  RecipientExportQuery,
  RecipientPage,
  RecipientQuery,
} from '@hudhud/contract/campaign-recipients.ts';
import type { FastifyInstance } from 'fastify';
import type { WithId } from '../../platform/http/read-id.ts';
import { problemResponses } from '../../platform/http/schemas.ts';
import { invalidCursor } from '../../platform/paging.ts';
import { parsePhoneNumber } from '../../platform/phone-number.ts';
import { requireCampaign } from '../drafts.ts';
import { type CampaignRoutesOptions, keyOfRequest, params, queryCodes, tags } from '../route-options.ts';
import { exportRecipients } from './export-recipients.ts';
import { presentRecipient } from './present.ts';
import { listRecipients } from './queries.ts';

// Cursors of a campaign's people, who are listed in the order of sending: the position of the last one, in a wrapping that
// names its campaign.

const encodePosition = (campaignId: string, position: number): string =>
  Buffer.from(`recipients:${campaignId}:${position}`).toString('base64url');

const decodePosition = (campaignId: string, cursor: string | undefined): number => {
  if (cursor === undefined) return 0;
  const [list, campaign, position = '', ...rest] = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .split(':');
  if (list !== 'recipients' || campaign !== campaignId || !/^\d{1,9}$/.test(position) || rest.length > 0) {
    throw invalidCursor();
  }
  return Number(position);
};

const usualLimit = 50;

export const registerRecipientRoutes = (server: FastifyInstance, options: CampaignRoutesOptions): void => {
  const { pool } = options;
  server.addSchema(Recipient);

  server.get<WithId & { Querystring: RecipientQuery }>(
    '/api/v1/campaigns/:id/recipients',
    {
      schema: {
        operationId: 'listRecipients',
        tags,
        summary: 'List the people of a campaign with what became of them, in the order of sending',
        params,
        querystring: RecipientQuery,
        response: {
          200: RecipientPage,
          ...problemResponses(...queryCodes, 'invalid_characters', 'invalid_cursor'),
        },
      },
    },
    async (request) => {
      const key = keyOfRequest(options, request);
      await requireCampaign(pool, key);
      const { limit = usualLimit, cursor, state, reason, phone_number: phone } = request.query;
      const filter = {
        state: state ?? null,
        reason: reason ?? null,
        phoneNumber: phone === undefined ? null : (parsePhoneNumber(phone) ?? phone),
      };
      const rows = await listRecipients(pool, key, filter, decodePosition(key.id, cursor), limit + 1);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        data: page.map(presentRecipient),
        next_cursor: rows.length > limit && last ? encodePosition(key.id, last.position) : null,
      };
    },
  );

  server.get<WithId & { Querystring: RecipientExportQuery }>(
    '/api/v1/campaigns/:id/recipients.csv',
    {
      schema: {
        operationId: 'exportRecipients',
        tags,
        summary: 'The people of a campaign as a CSV file, all or those of one state',
        params,
        querystring: RecipientExportQuery,
        response: {
          200: { description: 'A CSV file.', content: { 'text/csv': { schema: {} } } },
          ...problemResponses(...queryCodes, 'invalid_characters'),
        },
      },
    },
    async (request, reply) => {
      const key = keyOfRequest(options, request);
      await requireCampaign(pool, key);
      const { state = null, reason = null } = request.query;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="recipients${state ? `-${state}` : ''}.csv"`)
        .send(exportRecipients(pool, key, { state, reason, phoneNumber: null }));
    },
  );
};
