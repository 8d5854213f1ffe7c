// The addresses of Campaigns: the list, one campaign, and the steps of making one.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { needTexts } from '../i18n/i18n.ts';
import {
  parseCampaignFilters,
  parseRecipientFilters,
  parseStep,
} from '../pages/campaigns/campaign-filters.ts';
import { app } from './app-route.tsx';

const campaigns = createRoute({
  getParentRoute: () => app,
  path: 'campaigns',
  // People are chosen with the parts of Contacts, and the message is composed: both bring words of their own.
  beforeLoad: async () => {
    await Promise.all((['campaigns', 'contacts', 'chat', 'compose'] as const).map(needTexts));
  },
});

const list = createRoute({
  getParentRoute: () => campaigns,
  path: '/',
  validateSearch: parseCampaignFilters,
  component: lazyRouteComponent(() => import('../pages/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
});

const newCampaign = createRoute({
  getParentRoute: () => campaigns,
  path: 'new',
  component: lazyRouteComponent(
    () => import('../pages/campaigns/wizard/new-campaign-page.tsx'),
    'NewCampaignPage',
  ),
});

const campaign = createRoute({
  getParentRoute: () => campaigns,
  path: '$campaignId',
  validateSearch: parseRecipientFilters,
  component: lazyRouteComponent(() => import('../pages/campaigns/detail/campaign-page.tsx'), 'CampaignPage'),
});

const editCampaign = createRoute({
  getParentRoute: () => campaigns,
  path: '$campaignId/edit',
  validateSearch: parseStep,
  component: lazyRouteComponent(
    () => import('../pages/campaigns/wizard/edit-campaign-page.tsx'),
    'EditCampaignPage',
  ),
});

export const campaignRoutes = campaigns.addChildren([list, newCampaign, campaign, editCampaign]);
