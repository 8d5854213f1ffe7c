// Every address of the dashboard. Pages are loaded when they are first opened; filters live in the address.

import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { parseCallFilters } from '../pages/calls/call-filters.ts';
import { parseDeliveryFilters } from '../pages/deliveries/delivery-filters.ts';
import { parseRequestFilters } from '../pages/event-monitor/request-filters.ts';
import { parseMessageFilters, phoneNumberFilter } from '../pages/messages/message-filters.ts';
import { idFilter, textFilter, withoutUnset } from '../parts/search-filters.ts';
import { meQuery } from '../queries/me.ts';
import { readSession } from '../session.ts';
import { CrashPage, NotFoundPage } from './error-pages.tsx';
import { Layout } from './layout.tsx';
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts';

type Search = Record<string, unknown>;

/** Where to go after signing in, and whether the gateway ended the session before. */
interface SignInSearch {
  redirect?: string | undefined;
  ended?: string | undefined;
}

interface SendSearch {
  to?: string | undefined;
  from?: string | undefined;
}

interface PhoneSearch {
  /** Whose phone, in international format. */
  person?: string | undefined;
  sender?: string | undefined;
}

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();

const signIn = createRoute({
  getParentRoute: () => root,
  path: 'sign-in',
  validateSearch: (search: Search): SignInSearch =>
    withoutUnset({ redirect: textFilter(search, 'redirect', 2_000), ended: textFilter(search, 'ended') }),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/** All pages behind the sign-in, inside the shell. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: ({ location }) => {
    if (readSession() !== null) return;
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { redirect: location.href } });
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(meQuery),
  component: Layout,
});

const overview = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const eventMonitor = createRoute({
  getParentRoute: () => app,
  path: 'event-monitor',
  validateSearch: parseRequestFilters,
  component: lazyRouteComponent(
    () => import('../pages/event-monitor/event-monitor-page.tsx'),
    'EventMonitorPage',
  ),
});

const request = createRoute({
  getParentRoute: () => eventMonitor,
  path: '$requestId',
  component: lazyRouteComponent(() => import('../pages/event-monitor/request-drawer.tsx'), 'RequestDrawer'),
});

const messages = createRoute({
  getParentRoute: () => app,
  path: 'messages',
  validateSearch: parseMessageFilters,
  component: lazyRouteComponent(() => import('../pages/messages/messages-page.tsx'), 'MessagesPage'),
});

const message = createRoute({
  getParentRoute: () => messages,
  path: '$messageId',
  component: lazyRouteComponent(() => import('../pages/messages/message-drawer.tsx'), 'MessageDrawer'),
});

const send = createRoute({
  getParentRoute: () => app,
  path: 'send',
  validateSearch: (search: Search): SendSearch =>
    withoutUnset({ to: textFilter(search, 'to', 30), from: idFilter(search, 'from', 'snd') }),
  component: lazyRouteComponent(() => import('../pages/send/send-page.tsx'), 'SendPage'),
});

const phone = createRoute({
  getParentRoute: () => app,
  path: 'phone',
  validateSearch: (search: Search): PhoneSearch =>
    withoutUnset({
      person: phoneNumberFilter(textFilter(search, 'person', 30)),
      sender: idFilter(search, 'sender', 'snd'),
    }),
  component: lazyRouteComponent(() => import('../pages/phone/phone-page.tsx'), 'PhonePage'),
});

const calls = createRoute({
  getParentRoute: () => app,
  path: 'calls',
  validateSearch: parseCallFilters,
  component: lazyRouteComponent(() => import('../pages/calls/calls-page.tsx'), 'CallsPage'),
});

const call = createRoute({
  getParentRoute: () => calls,
  path: '$callId',
  component: lazyRouteComponent(() => import('../pages/calls/call-drawer.tsx'), 'CallDrawer'),
});

const deliveries = createRoute({
  getParentRoute: () => app,
  path: 'deliveries',
  validateSearch: parseDeliveryFilters,
  component: lazyRouteComponent(() => import('../pages/deliveries/deliveries-page.tsx'), 'DeliveriesPage'),
});

const delivery = createRoute({
  getParentRoute: () => deliveries,
  path: '$deliveryId',
  component: lazyRouteComponent(() => import('../pages/deliveries/delivery-drawer.tsx'), 'DeliveryDrawer'),
});

const senders = createRoute({
  getParentRoute: () => app,
  path: 'senders',
  component: lazyRouteComponent(() => import('../pages/senders/senders-page.tsx'), 'SendersPage'),
});

const senderForms = () => import('../pages/senders/sender-form-drawers.tsx');

const newSender = createRoute({
  getParentRoute: () => senders,
  path: 'new',
  validateSearch: (search: Search): { simulated?: string | undefined } =>
    withoutUnset({ simulated: textFilter(search, 'simulated', 3) }),
  component: lazyRouteComponent(senderForms, 'NewSenderDrawer'),
});

const sender = createRoute({
  getParentRoute: () => senders,
  path: '$senderId',
  component: lazyRouteComponent(() => import('../pages/senders/sender-drawer.tsx'), 'SenderDrawer'),
});

const editSender = createRoute({
  getParentRoute: () => senders,
  path: '$senderId/edit',
  component: lazyRouteComponent(senderForms, 'EditSenderDrawer'),
});

const webhooks = createRoute({
  getParentRoute: () => app,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhookForms = () => import('../pages/webhooks/webhook-form-drawers.tsx');

const newWebhook = createRoute({
  getParentRoute: () => webhooks,
  path: 'new',
  component: lazyRouteComponent(webhookForms, 'NewWebhookDrawer'),
});

const webhook = createRoute({
  getParentRoute: () => webhooks,
  path: '$webhookId',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhook-drawer.tsx'), 'WebhookDrawer'),
});

const editWebhook = createRoute({
  getParentRoute: () => webhooks,
  path: '$webhookId/edit',
  component: lazyRouteComponent(webhookForms, 'EditWebhookDrawer'),
});

const routes = root.addChildren([
  signIn,
  app.addChildren([
    overview,
    eventMonitor.addChildren([request]),
    messages.addChildren([message]),
    send,
    phone,
    calls.addChildren([call]),
    deliveries.addChildren([delivery]),
    senders.addChildren([newSender, sender, editSender]),
    webhooks.addChildren([newWebhook, webhook, editWebhook]),
  ]),
]);

export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: routes,
    context: { queryClient },
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
