// The navigation, and what is left of the trial, which must always be in sight.

import { Box, CloseButton, Group, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { HoopoeMark } from '../parts/page/hoopoe-mark.tsx';
import { RouteNavLink } from '../parts/page/route-link.tsx';
import { useSession } from '../queries/account.ts';
import { useMe } from '../queries/me.ts';
import { navigation, navigationGroups } from './navigation.ts';
import styles from './sidebar.module.css';
import { TrialNotice } from './trial-notice.tsx';
import { type Trouble, useTrouble } from './use-trouble.ts';

// Which company the pages are about, and for people with several, the way to the others.

const CompanySwitchMenu = lazy(() => import('./company-switch-menu.tsx'));

function CompanySwitcher() {
  const { company } = useMe();
  const { companies } = useSession();
  const name = (
    <Text size="sm" fw={550} truncate="end" title={company.name}>
      {company.name}
    </Text>
  );
  const plain = <div className={styles.company}>{name}</div>;
  if (companies.length < 2) return plain;
  return (
    <Suspense fallback={plain}>
      <CompanySwitchMenu name={name} />
    </Suspense>
  );
}

export function Sidebar({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Group h={56} px="md" gap="sm" justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <HoopoeMark size={30} />
          <Text fw={650} size="lg">
            {t('title.brand')}
          </Text>
        </Group>
        <CloseButton hiddenFrom="sm" aria-label={t('action.close')} onClick={onClose} />
      </Group>
      <CompanySwitcher />
      <Box flex={1} px="sm" py="xs" mih={0} style={{ overflowY: 'auto' }}>
        {navigationGroups.map((group) => (
          <NavigationGroup key={group} group={group} />
        ))}
      </Box>
      <TrialNotice />
    </>
  );
}

function NavigationGroup({ group }: { group: (typeof navigationGroups)[number] }) {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const trouble = useTrouble();
  return (
    <div className={styles.group}>
      {group !== 'start' && <div className={styles.groupName}>{t(`nav.group_${group}`)}</div>}
      {navigation
        .filter((page) => page.group === group)
        .map(({ to, label, icon: Picture }) => (
          <RouteNavLink
            key={to}
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            // Deliveries are a view of Webhook Logs with an address of its own.
            {...(to === '/calls' && path.startsWith('/deliveries') ? { 'aria-current': 'page' } : {})}
            label={t(label)}
            leftSection={<Picture size={17} stroke={1.7} />}
            rightSection={trouble[to] && <Dot trouble={trouble[to]} />}
            className={styles.link as string}
          />
        ))}
    </div>
  );
}

function Dot({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation();
  const words = t(`nav.trouble_${trouble}`);
  return <span className={styles.dot} data-trouble={trouble} role="img" aria-label={words} title={words} />;
}
