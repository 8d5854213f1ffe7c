// The two routes that all others hang on: the root, and the frame around every page behind the sign-in. Apart from the
// rest, so that the addresses of a room can have a file of their own.

import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { meQuery } from '../queries/me.ts';
import { enter } from './enter.ts';

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()();

/** All pages behind the sign-in, inside the shell. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: ({ context, location }) => enter(context.queryClient, location.href),
  loader: ({ context }) => context.queryClient.ensureQueryData(meQuery),
  // Not loaded by who is still signing in.
  component: lazyRouteComponent(() => import('./layout.tsx'), 'Layout'),
  errorComponent: lazyRouteComponent(() => import('./shut-out-page.tsx'), 'ShutOutPage'),
});
