// The two lists of companies: one's own, and for the operator of the gateway all of them.

import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from '../../parts/page/log-tabs.module.css';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { useSession } from '../../queries/account.ts';

export function CompanyTabs() {
  const { t } = useTranslation();
  if (!useSession().user.is_operator) return null;
  const tab = {
    activeOptions: { exact: true, includeSearch: false },
    className: styles.tab as string,
    underline: 'never',
  } as const;
  return (
    <Group component="nav" gap="lg" mb="md" className={styles.tabs} aria-label={t('companies.views')}>
      <RouteLink to="/companies" {...tab}>
        {t('companies.own')}
      </RouteLink>
      <RouteLink to="/companies/all" {...tab}>
        {t('companies.all')}
      </RouteLink>
    </Group>
  );
}
