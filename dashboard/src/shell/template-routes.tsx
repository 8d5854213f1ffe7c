// The addresses of Templates: the list, one template, and making one.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { needTexts } from '../i18n/i18n.ts';
import { parseTemplateFilters } from '../pages/templates/template-filters.ts';
import { app } from './app-route.tsx';

const templates = createRoute({
  getParentRoute: () => app,
  path: 'templates',
  beforeLoad: async () => {
    await Promise.all([needTexts('templates'), needTexts('compose'), needTexts('chat')]);
  },
});

const list = createRoute({
  getParentRoute: () => templates,
  path: '/',
  validateSearch: parseTemplateFilters,
  component: lazyRouteComponent(() => import('../pages/templates/templates-page.tsx'), 'TemplatesPage'),
});

const newTemplate = createRoute({
  getParentRoute: () => templates,
  path: 'new',
  component: lazyRouteComponent(
    () => import('../pages/templates/builder/new-template-page.tsx'),
    'NewTemplatePage',
  ),
});

const template = createRoute({
  getParentRoute: () => templates,
  path: '$templateId',
  component: lazyRouteComponent(() => import('../pages/templates/template-page.tsx'), 'TemplatePage'),
});

const edit = createRoute({
  getParentRoute: () => templates,
  path: '$templateId/edit',
  component: lazyRouteComponent(
    () => import('../pages/templates/builder/edit-template-page.tsx'),
    'EditTemplatePage',
  ),
});

export const templateRoutes = templates.addChildren([list, newTemplate, template, edit]);
