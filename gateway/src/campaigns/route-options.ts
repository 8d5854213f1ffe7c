// The options of the routes of campaigns, and how they read the id in their path.

import type { FastifyRequest } from 'fastify';
import type { Company } from '../companies/directory.ts';
import { AppError } from '../platform/errors.ts';
import type { IncomingRequest } from '../platform/http/incoming-request.ts';
import { idParams, type WithId } from '../platform/http/read-id.ts';
import { fieldCodes } from '../platform/http/request-codes.ts';
import { fromPublicId } from '../platform/ids.ts';
import type { CampaignKey } from './campaign-row.ts';
import type { DraftOptions } from './drafts.ts';
import type { SteerOptions } from './steer.ts';

export interface CampaignRoutesOptions extends DraftOptions, SteerOptions {
  readonly companyOf: (incoming: IncomingRequest) => Company;
}

export const params = idParams('campaign');
export const tags = ['Campaigns'];

/** Refusals of a query about one campaign: there is no such campaign, or the query is wrong. */
export const queryCodes = ['campaign_not_found', 'invalid_id', ...fieldCodes] as const;

export const keyOfRequest = (
  { companyOf }: CampaignRoutesOptions,
  request: FastifyRequest<WithId>,
): CampaignKey => {
  const id = fromPublicId('campaign', request.params.id);
  if (id === null) throw new AppError('invalid_id', { detail: 'A campaign id starts with cmp_.' });
  return { companyId: companyOf(request.incoming).id, id };
};
