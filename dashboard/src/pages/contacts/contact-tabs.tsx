// The views of Contacts. Links, not tabs: each has an address of its own.

import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from '../../parts/page/log-tabs.module.css';
import { RouteLink } from '../../parts/page/route-link.tsx';

const views = [
  ['/contacts', 'contacts.people', true],
  ['/contacts/segments', 'contacts.segments', false],
  ['/contacts/imports', 'contacts.imports', false],
  ['/contacts/fields', 'contacts.fields', true],
  ['/contacts/settings', 'contacts.settings', true],
] as const;

export function ContactTabs() {
  const { t } = useTranslation();
  return (
    <Group component="nav" gap="lg" mb="md" className={styles.tabs} aria-label={t('contacts.views')}>
      {views.map(([to, label, exact]) => (
        <RouteLink
          key={to}
          to={to}
          activeOptions={{ exact, includeSearch: false }}
          className={styles.tab as string}
          underline="never"
        >
          {t(label)}
        </RouteLink>
      ))}
    </Group>
  );
}
