// The addresses of Companies & Stores: the list, a company, and every section of its Edit page.

import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { needTexts } from '../i18n/i18n.ts';
import { parseCompanyFilters } from '../pages/companies/company-filters.ts';
import { parseAuditFilters } from '../pages/company/audit-filters.ts';
import { openCompany } from '../pages/company/open-company.ts';
import { app } from './app-route.tsx';
import { senderDrawers, webhookDrawers } from './drawer-routes.tsx';

const companies = createRoute({
  getParentRoute: () => app,
  path: 'companies',
  beforeLoad: () => needTexts('company'),
});

const list = createRoute({
  getParentRoute: () => companies,
  id: 'list',
  component: lazyRouteComponent(() => import('../pages/companies/companies-page.tsx'), 'CompaniesPage'),
});

const listIndex = createRoute({ getParentRoute: () => list, path: '/' });

const newCompany = createRoute({
  getParentRoute: () => list,
  path: 'new',
  component: lazyRouteComponent(
    () => import('../pages/companies/new-company-drawer.tsx'),
    'NewCompanyDrawer',
  ),
});

const all = createRoute({
  getParentRoute: () => companies,
  path: 'all',
  validateSearch: parseCompanyFilters,
  component: lazyRouteComponent(
    () => import('../pages/companies/all-companies-page.tsx'),
    'AllCompaniesPage',
  ),
});

const company = createRoute({
  getParentRoute: () => companies,
  path: '$companyId',
  beforeLoad: ({ context, params, location, preload }) =>
    openCompany({
      queryClient: context.queryClient,
      companyId: params.companyId,
      href: location.href,
      isPreload: preload,
    }),
});

const view = createRoute({
  getParentRoute: () => company,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/company/company-page.tsx'), 'CompanyPage'),
});

const edit = createRoute({
  getParentRoute: () => company,
  path: 'edit',
  component: lazyRouteComponent(() => import('../pages/company/edit-page.tsx'), 'EditPage'),
});

const editIndex = createRoute({
  getParentRoute: () => edit,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/companies/$companyId/edit/profile', params, replace: true });
  },
});

const profile = createRoute({
  getParentRoute: () => edit,
  path: 'profile',
  component: lazyRouteComponent(() => import('../pages/company/profile-section.tsx'), 'ProfileSection'),
});

const stores = createRoute({
  getParentRoute: () => edit,
  path: 'stores',
  component: lazyRouteComponent(() => import('../pages/company/stores-section.tsx'), 'StoresSection'),
});

const routes = createRoute({
  getParentRoute: () => edit,
  path: 'routes',
  component: lazyRouteComponent(() => import('../pages/routes/routes-section.tsx'), 'RoutesSection'),
});

const incomingApi = createRoute({
  getParentRoute: () => edit,
  path: 'incoming-api',
  beforeLoad: () => needTexts('tokens'),
  component: lazyRouteComponent(
    () => import('../pages/company/incoming-api-section.tsx'),
    'IncomingApiSection',
  ),
});

const members = createRoute({
  getParentRoute: () => edit,
  path: 'members',
  component: lazyRouteComponent(() => import('../pages/company/members-section.tsx'), 'MembersSection'),
});

const alerts = createRoute({
  getParentRoute: () => edit,
  path: 'alerts',
  beforeLoad: () => needTexts('alerts'),
  component: lazyRouteComponent(() => import('../pages/alerts/alerts-section.tsx'), 'AlertsSection'),
});

const audit = createRoute({
  getParentRoute: () => edit,
  path: 'audit',
  // What a named token may do is described in its own words.
  beforeLoad: () => needTexts('tokens'),
  validateSearch: parseAuditFilters,
  component: lazyRouteComponent(() => import('../pages/company/audit-section.tsx'), 'AuditSection'),
});

const danger = createRoute({
  getParentRoute: () => edit,
  path: 'danger',
  component: lazyRouteComponent(() => import('../pages/company/danger-section.tsx'), 'DangerSection'),
});

/** The same lists and drawers as at /webhooks, within the company. */
const webhooks = createRoute({
  getParentRoute: () => edit,
  path: 'outgoing-webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksSection'),
});

/** The same lists and drawers as at /senders, within the company. */
const senders = createRoute({
  getParentRoute: () => edit,
  path: 'senders',
  beforeLoad: () => needTexts('senders'),
  component: lazyRouteComponent(() => import('../pages/senders/senders-page.tsx'), 'SendersSection'),
});

export const companyRoutes = companies.addChildren([
  list.addChildren([listIndex, newCompany]),
  all,
  company.addChildren([
    view,
    edit.addChildren([
      editIndex,
      profile,
      stores,
      incomingApi,
      webhooks.addChildren(webhookDrawers(webhooks)),
      senders.addChildren(senderDrawers(senders)),
      routes,
      members,
      alerts,
      audit,
      danger,
    ]),
  ]),
]);
