// The two views of Webhook Logs: single calls, and events on their way with all their attempts. Links, not tabs: each
// has an address of its own.

import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './log-tabs.module.css';
import { RouteLink } from './route-link.tsx';

export function LogTabs() {
  const { t } = useTranslation();
  return (
    <Group component="nav" gap="lg" mb="md" className={styles.tabs} aria-label={t('call.views')}>
      <RouteLink
        to="/calls"
        activeOptions={{ includeSearch: false }}
        className={styles.tab as string}
        underline="never"
      >
        {t('call.calls')}
      </RouteLink>
      <RouteLink
        to="/deliveries"
        activeOptions={{ includeSearch: false }}
        className={styles.tab as string}
        underline="never"
      >
        {t('call.deliveries')}
      </RouteLink>
    </Group>
  );
}
