// The frame of the pages for developers: a heading, and links to each of them. Links, not tabs: each has an address of its own.

import { Group } from '@mantine/core';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../../parts/page/log-tabs.module.css';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';

const views = [
  { to: '/developers', label: 'developers.start', exact: true },
  { to: '/developers/guides', label: 'developers.guides', exact: false },
  { to: '/developers/tokens', label: 'developers.tokens', exact: false },
  { to: '/developers/events', label: 'developers.events', exact: false },
  { to: '/developers/errors', label: 'developers.errors', exact: false },
  { to: '/developers/limits', label: 'developers.limits', exact: false },
] as const;

export function DevelopersLayout() {
  const { t } = useTranslation();
  const tabs = useRef<HTMLDivElement>(null);
  const open = useLocation({
    select: ({ pathname }) => views.findLast(({ to }) => pathname.startsWith(to))?.to,
  });
  // On a phone they are a line that scrolls; the open one is in sight.
  useEffect(() => {
    const tab = tabs.current?.querySelector(`[href="${open}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [open]);
  return (
    <>
      <PageHeader title={t('nav.developers')} subtitle={t('developers.subtitle')} />
      <Group
        component="nav"
        ref={tabs}
        gap="lg"
        mb="lg"
        className={styles.tabs}
        aria-label={t('developers.views')}
      >
        {views.map(({ to, label, exact }) => (
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
      <Outlet />
    </>
  );
}
