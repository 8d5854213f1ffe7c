// One text to many people.

import { readPages } from './pages.ts';
import type { CallOptions, Request } from './request.ts';
import type {
  Campaign,
  CampaignQuery,
  CampaignStatistics,
  NewCampaign,
  StartCampaign,
} from './types/campaigns.ts';

export interface CampaignCalls {
  /** A draft: nothing is sent before it is started. */
  create(campaign: NewCampaign, options?: CallOptions): Promise<Campaign>;
  get(campaignId: string, options?: CallOptions): Promise<Campaign>;
  list(query?: CampaignQuery, options?: CallOptions): AsyncGenerator<Campaign, void, undefined>;
  start(campaignId: string, choices?: StartCampaign, options?: CallOptions): Promise<Campaign>;
  pause(campaignId: string, options?: CallOptions): Promise<Campaign>;
  resume(campaignId: string, options?: CallOptions): Promise<Campaign>;
  cancel(campaignId: string, options?: CallOptions): Promise<Campaign>;
  statistics(campaignId: string, options?: CallOptions): Promise<CampaignStatistics>;
}

const home = '/api/v1/campaigns';
const pathOf = (id: string, end = ''): string => `${home}/${encodeURIComponent(id)}${end}`;

export const createCampaignCalls = (request: Request): CampaignCalls => {
  const steer = (id: string, step: string, options: CallOptions): Promise<Campaign> =>
    request<Campaign>({ method: 'POST', path: pathOf(id, `/${step}`), ...options });
  return {
    create: (body, options = {}) => request<Campaign>({ method: 'POST', path: home, body, ...options }),
    get: (id, options = {}) => request<Campaign>({ method: 'GET', path: pathOf(id), ...options }),
    list: (query = {}, options = {}) => readPages<Campaign>(request, home, query, options),
    start: (id, body = {}, options = {}) =>
      request<Campaign>({ method: 'POST', path: pathOf(id, '/start'), body, ...options }),
    pause: (id, options = {}) => steer(id, 'pause', options),
    resume: (id, options = {}) => steer(id, 'resume', options),
    cancel: (id, options = {}) => steer(id, 'cancel', options),
    statistics: (id, options = {}) =>
      request<CampaignStatistics>({ method: 'GET', path: pathOf(id, '/statistics'), ...options }),
  };
};
