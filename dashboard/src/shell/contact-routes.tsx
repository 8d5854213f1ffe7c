// The addresses of Contacts: people, segments, imports, fields and settings.

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { needTexts } from '../i18n/i18n.ts';
import { parseContactFilters } from '../pages/contacts/contact-filters.ts';
import { idFilter, withoutUnset } from '../parts/list/search-filters.ts';
import { app } from './app-route.tsx';

const contacts = createRoute({
  getParentRoute: () => app,
  path: 'contacts',
  // A contact's page shows the chat with them.
  beforeLoad: async () => {
    await Promise.all([needTexts('contacts'), needTexts('chat')]);
  },
});

/** People, with the details of one beside the list. */
const list = createRoute({
  getParentRoute: () => contacts,
  id: 'list',
  validateSearch: parseContactFilters,
  component: lazyRouteComponent(() => import('../pages/contacts/contacts-page.tsx'), 'ContactsPage'),
});

const listIndex = createRoute({ getParentRoute: () => list, path: '/' });

const contactForms = () => import('../pages/contacts/contact-form-drawers.tsx');

const newContact = createRoute({
  getParentRoute: () => list,
  path: 'new',
  component: lazyRouteComponent(contactForms, 'NewContactDrawer'),
});

const contact = createRoute({
  getParentRoute: () => list,
  path: '$contactId',
  component: lazyRouteComponent(() => import('../pages/contacts/contact-drawer.tsx'), 'ContactDrawer'),
});

const editContact = createRoute({
  getParentRoute: () => list,
  path: '$contactId/edit',
  component: lazyRouteComponent(contactForms, 'EditContactDrawer'),
});

const segments = createRoute({
  getParentRoute: () => contacts,
  path: 'segments',
  component: lazyRouteComponent(() => import('../pages/contacts/segments/segments-page.tsx'), 'SegmentsPage'),
});

const segmentForms = () => import('../pages/contacts/segments/segment-drawers.tsx');

const newSegment = createRoute({
  getParentRoute: () => segments,
  path: 'new',
  /** The campaign whose wizard it is made for. */
  validateSearch: (search: Record<string, unknown>): { campaign?: string | undefined } =>
    withoutUnset({ campaign: idFilter(search, 'campaign', 'cmp') }),
  component: lazyRouteComponent(segmentForms, 'NewSegmentDrawer'),
});

const segment = createRoute({
  getParentRoute: () => segments,
  path: '$segmentId',
  component: lazyRouteComponent(segmentForms, 'EditSegmentDrawer'),
});

const imports = createRoute({
  getParentRoute: () => contacts,
  path: 'imports',
  component: lazyRouteComponent(() => import('../pages/contacts/imports/imports-page.tsx'), 'ImportsPage'),
});

const newImport = createRoute({
  getParentRoute: () => contacts,
  path: 'imports/new',
  component: lazyRouteComponent(
    () => import('../pages/contacts/imports/new-import-page.tsx'),
    'NewImportPage',
  ),
});

const importRoute = createRoute({
  getParentRoute: () => contacts,
  path: 'imports/$importId',
  component: lazyRouteComponent(() => import('../pages/contacts/imports/import-page.tsx'), 'ImportPage'),
});

const fields = createRoute({
  getParentRoute: () => contacts,
  path: 'fields',
  component: lazyRouteComponent(() => import('../pages/contacts/settings/fields-page.tsx'), 'FieldsPage'),
});

const settings = createRoute({
  getParentRoute: () => contacts,
  path: 'settings',
  component: lazyRouteComponent(
    () => import('../pages/contacts/settings/settings-page.tsx'),
    'ContactSettingsPage',
  ),
});

export const contactRoutes = contacts.addChildren([
  list.addChildren([listIndex, newContact, contact, editContact]),
  segments.addChildren([newSegment, segment]),
  imports,
  newImport,
  importRoute,
  fields,
  settings,
]);
