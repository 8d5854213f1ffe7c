// Every address of the dashboard. Pages are loaded when they are first opened; filters live in the address.

import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { parseRequestFilters } from '../pages/event-monitor/request-filters.ts';
import { parseMessageFilters } from '../pages/messages/message-filters.ts';
import { textFilter, withoutUnset } from '../parts/search-filters.ts';
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
  validateSearch: (search: Search): SendSearch => withoutUnset({ to: textFilter(search, 'to', 30) }),
  component: lazyRouteComponent(() => import('../pages/send/send-page.tsx'), 'SendPage'),
});

const routes = root.addChildren([
  signIn,
  app.addChildren([overview, eventMonitor.addChildren([request]), messages.addChildren([message]), send]),
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
