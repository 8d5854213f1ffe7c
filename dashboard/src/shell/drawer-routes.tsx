// The drawers of webhooks and senders: both lists are found at two addresses, of their own and within their company,
// and have the same drawers at each.

import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textFilter, withoutUnset } from '../parts/list/search-filters.ts';

const webhookForms = () => import('../pages/webhooks/webhook-form-drawers.tsx');
const senderForms = () => import('../pages/senders/sender-form-drawers.tsx');

export const webhookDrawers = <List extends AnyRoute>(list: List) =>
  [
    createRoute({
      getParentRoute: () => list,
      path: 'new',
      component: lazyRouteComponent(webhookForms, 'NewWebhookDrawer'),
    }),
    createRoute({
      getParentRoute: () => list,
      path: '$webhookId',
      component: lazyRouteComponent(() => import('../pages/webhooks/webhook-drawer.tsx'), 'WebhookDrawer'),
    }),
    createRoute({
      getParentRoute: () => list,
      path: '$webhookId/edit',
      component: lazyRouteComponent(webhookForms, 'EditWebhookDrawer'),
    }),
  ] as const;

export const senderDrawers = <List extends AnyRoute>(list: List) =>
  [
    createRoute({
      getParentRoute: () => list,
      path: 'new',
      validateSearch: (search: Record<string, unknown>): { simulated?: string | undefined } =>
        withoutUnset({ simulated: textFilter(search, 'simulated', 3) }),
      component: lazyRouteComponent(senderForms, 'NewSenderDrawer'),
    }),
    createRoute({
      getParentRoute: () => list,
      path: '$senderId',
      component: lazyRouteComponent(() => import('../pages/senders/sender-drawer.tsx'), 'SenderDrawer'),
    }),
    createRoute({
      getParentRoute: () => list,
      path: '$senderId/edit',
      component: lazyRouteComponent(senderForms, 'EditSenderDrawer'),
    }),
  ] as const;
