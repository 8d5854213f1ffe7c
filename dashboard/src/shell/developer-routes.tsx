// The addresses of the pages for developers.

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { needTexts } from '../i18n/i18n.ts';
import { textFilter, withoutUnset } from '../parts/list/search-filters.ts';
import { app } from './app-route.tsx';

type Search = Record<string, unknown>;

const developers = createRoute({
  getParentRoute: () => app,
  path: 'developers',
  beforeLoad: () => needTexts('developers'),
  component: lazyRouteComponent(
    () => import('../pages/developers/developers-layout.tsx'),
    'DevelopersLayout',
  ),
});

const start = createRoute({
  getParentRoute: () => developers,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/developers/start-page.tsx'), 'StartPage'),
});

const guides = createRoute({ getParentRoute: () => developers, path: 'guides' });

const guidesIndex = createRoute({
  getParentRoute: () => guides,
  path: '/',
  beforeLoad: () => {
    throw redirect({
      to: '/developers/guides/$guide',
      params: { guide: 'getting-started' },
      replace: true,
    });
  },
});

const guide = createRoute({
  getParentRoute: () => guides,
  path: '$guide',
  loader: async ({ params }) => {
    const { findGuide, loadGuide } = await import('../pages/developers/guides.ts');
    const name = findGuide(params.guide);
    // An old link, perhaps: the list of guides is the best answer.
    if (name === null) throw redirect({ to: '/developers/guides', replace: true });
    return loadGuide(name);
  },
  component: lazyRouteComponent(() => import('../pages/developers/guides-page.tsx'), 'GuidePage'),
});

const tokens = createRoute({
  getParentRoute: () => developers,
  path: 'tokens',
  beforeLoad: () => Promise.all([needTexts('tokens'), needTexts('company')]),
  component: lazyRouteComponent(() => import('../pages/tokens/named-tokens.tsx'), 'NamedTokens'),
});

const events = createRoute({
  getParentRoute: () => developers,
  path: 'events',
  component: lazyRouteComponent(() => import('../pages/developers/events-page.tsx'), 'EventsPage'),
});

const errors = createRoute({
  getParentRoute: () => developers,
  path: 'errors',
  validateSearch: (search: Search): { search?: string | undefined } =>
    withoutUnset({ search: textFilter(search, 'search', 100) }),
  component: lazyRouteComponent(() => import('../pages/developers/errors-page.tsx'), 'ErrorsPage'),
});

const limits = createRoute({
  getParentRoute: () => developers,
  path: 'limits',
  component: lazyRouteComponent(() => import('../pages/developers/limits-page.tsx'), 'LimitsPage'),
});

export const developerRoutes = developers.addChildren([
  start,
  guides.addChildren([guidesIndex, guide]),
  tokens,
  events,
  errors,
  limits,
]);
