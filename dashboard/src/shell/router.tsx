// Every address of the dashboard. Pages are loaded when they are first opened; filters live in the address.

import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { needTexts } from '../i18n/i18n.ts';
import { parseCallFilters } from '../pages/calls/call-filters.ts';
import { parseDeliveryFilters } from '../pages/deliveries/delivery-filters.ts';
import { parseRequestFilters } from '../pages/event-monitor/request-filters.ts';
import { parseMessageFilters, phoneNumberFilter } from '../pages/messages/message-filters.ts';
import { SignInPage } from '../pages/sign-in/sign-in-page.tsx';
import { idFilter, textFilter, withoutUnset } from '../parts/list/search-filters.ts';
import { findSession, waysInQuery } from '../queries/account.ts';
import { app, root } from './app-route.tsx';
import { campaignRoutes } from './campaign-routes.tsx';
import { companyRoutes } from './company-routes.tsx';
import { contactRoutes } from './contact-routes.tsx';
import { developerRoutes } from './developer-routes.tsx';
import { senderDrawers, webhookDrawers } from './drawer-routes.tsx';
import { CrashPage, NotFoundPage, NothingHere } from './error-pages.tsx';
import { parsePlainSearch, stringifyPlainSearch } from './plain-search.ts';
import { templateRoutes } from './template-routes.tsx';

type Search = Record<string, unknown>;

/** Where to go afterwards, and whether the gateway ended the session before. */
interface DoorSearch {
  redirect?: string | undefined;
  ended?: string | undefined;
}

interface SendSearch {
  to?: string | undefined;
  from?: string | undefined;
  /** The message that is answered. */
  reply_to?: string | undefined;
}

interface PhoneSearch {
  /** The number of the phone on screen, in international format. */
  person?: string | undefined;
  sender?: string | undefined;
}

const parseDoorSearch = (search: Search): DoorSearch =>
  withoutUnset({ redirect: textFilter(search, 'redirect', 2_000), ended: textFilter(search, 'ended') });

/** The pages in front of the sign-in, which share their texts. */
const doors = createRoute({
  getParentRoute: () => root,
  id: 'doors',
  beforeLoad: () => needTexts('account'),
});

const signIn = createRoute({
  getParentRoute: () => doors,
  path: 'sign-in',
  validateSearch: parseDoorSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(waysInQuery),
  // In the first file: it is the first page of most visits, and shares nearly all of its parts with the others.
  component: SignInPage,
});

const signUp = createRoute({
  getParentRoute: () => doors,
  path: 'sign-up',
  validateSearch: parseDoorSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(waysInQuery),
  component: lazyRouteComponent(() => import('../pages/sign-up/sign-up-page.tsx'), 'SignUpPage'),
});

const confirmSignUp = createRoute({
  getParentRoute: () => doors,
  path: 'confirm-sign-up',
  component: lazyRouteComponent(
    () => import('../pages/sign-up/confirm-sign-up-page.tsx'),
    'ConfirmSignUpPage',
  ),
});

const forgottenPassword = createRoute({
  getParentRoute: () => doors,
  path: 'forgotten-password',
  loader: ({ context }) => context.queryClient.ensureQueryData(waysInQuery),
  component: lazyRouteComponent(
    () => import('../pages/forgotten-password/forgotten-password-page.tsx'),
    'ForgottenPasswordPage',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => doors,
  path: 'reset-password',
  component: lazyRouteComponent(
    () => import('../pages/reset-password/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
});

const invitation = createRoute({
  getParentRoute: () => doors,
  path: 'invitation',
  loader: async ({ context }) => ({ session: await findSession(context.queryClient) }),
  component: lazyRouteComponent(() => import('../pages/invitation/invitation-page.tsx'), 'InvitationPage'),
});

const noCompany = createRoute({
  getParentRoute: () => doors,
  path: 'no-company',
  component: lazyRouteComponent(() => import('../pages/account/no-company-page.tsx'), 'NoCompanyPage'),
});

const account = createRoute({
  getParentRoute: () => app,
  path: 'account',
  beforeLoad: () => needTexts('account'),
  component: lazyRouteComponent(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
});

const overview = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: () => needTexts('monitoring'),
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const needLogTexts = async (): Promise<void> => {
  await Promise.all([needTexts('monitoring'), needTexts('logs')]);
};

const eventMonitor = createRoute({
  getParentRoute: () => app,
  path: 'event-monitor',
  validateSearch: parseRequestFilters,
  beforeLoad: needLogTexts,
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
  beforeLoad: async () => {
    await Promise.all([needTexts('chat'), needLogTexts()]);
  },
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
    withoutUnset({
      to: textFilter(search, 'to', 30),
      from: idFilter(search, 'from', 'snd'),
      reply_to: idFilter(search, 'reply_to', 'msg'),
    }),
  beforeLoad: async () => {
    await Promise.all([needTexts('chat'), needTexts('compose')]);
  },
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
  beforeLoad: () => needTexts('chat'),
  component: lazyRouteComponent(() => import('../pages/phone/phone-page.tsx'), 'PhonePage'),
});

const calls = createRoute({
  getParentRoute: () => app,
  path: 'calls',
  validateSearch: parseCallFilters,
  beforeLoad: needLogTexts,
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
  beforeLoad: needLogTexts,
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
  beforeLoad: async () => {
    await Promise.all((['company', 'senders'] as const).map(needTexts));
  },
  component: lazyRouteComponent(() => import('../pages/senders/senders-page.tsx'), 'SendersPage'),
});

const costs = createRoute({
  getParentRoute: () => app,
  path: 'costs',
  beforeLoad: () => needTexts('costs'),
  component: lazyRouteComponent(() => import('../pages/costs/costs-page.tsx'), 'CostsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => app,
  path: 'webhooks',
  beforeLoad: () => needTexts('company'),
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

/** Any other address: the navigation stays. */
const nothingHere = createRoute({ getParentRoute: () => app, path: '$', component: NothingHere });

const routes = root.addChildren([
  doors.addChildren([signIn, signUp, confirmSignUp, forgottenPassword, resetPassword, invitation, noCompany]),
  app.addChildren([
    account,
    overview,
    eventMonitor.addChildren([request]),
    messages.addChildren([message]),
    send,
    phone,
    calls.addChildren([call]),
    deliveries.addChildren([delivery]),
    senders.addChildren(senderDrawers(senders)),
    costs,
    webhooks.addChildren(webhookDrawers(webhooks)),
    contactRoutes,
    campaignRoutes,
    templateRoutes,
    companyRoutes,
    developerRoutes,
    nothingHere,
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
