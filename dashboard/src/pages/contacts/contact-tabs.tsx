// The views of Contacts.

import { useTranslation } from 'react-i18next';
import { ViewLinks } from '../../parts/page/view-links.tsx';

const views = [
  { to: '/contacts', name: 'contacts.people', isExact: true },
  { to: '/contacts/segments', name: 'contacts.segments', isExact: false },
  { to: '/contacts/imports', name: 'contacts.imports', isExact: false },
  { to: '/contacts/fields', name: 'contacts.fields', isExact: true },
  { to: '/contacts/settings', name: 'contacts.settings', isExact: true },
] as const;

export function ContactTabs() {
  const { t } = useTranslation();
  return (
    <ViewLinks label={t('contacts.views')} views={views.map((view) => ({ ...view, name: t(view.name) }))} />
  );
}
