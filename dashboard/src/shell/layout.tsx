// The frame around every page: navigation at the side, tools above, the command palette over all.

import { AppShell } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SharedTooltip } from '../parts/text/shared-tooltip.tsx';
import { GatewayBar } from './gateway-bar.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { Sidebar } from './sidebar.tsx';
import { TrialOver } from './trial-notice.tsx';

const CommandPalette = lazy(() => import('./command-palette.tsx'));

/** Rows of many columns get all the width there is; forms and text are read more easily in less. */
const isLog = /^\/(?:event-monitor|calls|deliveries|messages)(?:\/|$)/;

export function Layout() {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  // The palette is loaded when it is first asked for, and opens as soon as it is there.
  const [timesAsked, setTimesAsked] = useState(0);
  const openPalette = () => setTimesAsked((times) => times + 1);
  useHotkeys([['mod+K', openPalette]], []);
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes the phone's navigation
  useEffect(close, [path]);
  return (
    <AppShell
      layout="alt"
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip-link" href="#content">
        {t('action.skip_to_content')}
      </a>
      <AppShell.Header bg="var(--hudhud-raised)">
        <Header onOpenNavigation={toggle} onOpenPalette={openPalette} />
      </AppShell.Header>
      <AppShell.Navbar bg="var(--hudhud-raised)" aria-label={t('nav.label')}>
        <Sidebar onClose={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={styles.main as string}>
        <GatewayBar />
        <div style={{ maxWidth: isLog.test(path) ? undefined : 1320, marginInline: 'auto' }}>
          <TrialOver />
          <Outlet />
        </div>
      </AppShell.Main>
      <SharedTooltip />
      {timesAsked > 0 && (
        <Suspense>
          <CommandPalette timesAsked={timesAsked} />
        </Suspense>
      )}
    </AppShell>
  );
}
