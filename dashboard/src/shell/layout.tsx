// The frame around every page: navigation at the side, tools above, the command palette over all.

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
    <div className={styles.frame}>
      <a className="skip-link" href="#content">
        {t('action.skip_to_content')}
      </a>
      <header className={styles.header}>
        <Header onOpenNavigation={toggle} onOpenPalette={openPalette} />
      </header>
      <nav className={styles.navigation} data-open={isOpen} aria-label={t('nav.label')}>
        <Sidebar onClose={close} />
      </nav>
      <main id="content" tabIndex={-1} className={styles.main}>
        <GatewayBar />
        <div style={{ maxWidth: isLog.test(path) ? undefined : 1320, marginInline: 'auto' }}>
          <TrialOver />
          <Outlet />
        </div>
      </main>
      <SharedTooltip />
      {timesAsked > 0 && (
        <Suspense>
          <CommandPalette timesAsked={timesAsked} />
        </Suspense>
      )}
    </div>
  );
}
