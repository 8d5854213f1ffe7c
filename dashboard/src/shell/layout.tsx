// The frame around every page: navigation at the side, tools above, the command palette over all.

import { AppShell } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Header } from './header.tsx';
import { Sidebar } from './sidebar.tsx';
import { TrialOver } from './trial-notice.tsx';

const CommandPalette = lazy(() => import('./command-palette.tsx'));

/** Rows of many columns get all the width there is; forms and text are read more easily in less. */
const isLog = /^\/(?:event-monitor|calls|deliveries|messages)(?:\/|$)/;

export function Layout() {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  // Listened for here, because the palette itself is loaded after the page; it opens as soon as it is there.
  useHotkeys([['mod+K', spotlight.open]], []);
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
        <Header onOpenNavigation={toggle} />
      </AppShell.Header>
      <AppShell.Navbar bg="var(--hudhud-raised)" aria-label={t('nav.label')}>
        <Sidebar onClose={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <div style={{ maxWidth: isLog.test(path) ? undefined : 1320, marginInline: 'auto' }}>
          <TrialOver />
          <Outlet />
        </div>
      </AppShell.Main>
      <Suspense>
        <CommandPalette />
      </Suspense>
    </AppShell>
  );
}
