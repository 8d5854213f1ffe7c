// The frame of the pages for developers: a heading, and links to each of them.

import { Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { useOpenInSight } from '../../parts/page/use-open-in-sight.ts';
import { ViewLinks } from '../../parts/page/view-links.tsx';

const views = [
  { to: '/developers', name: 'developers.start', isExact: true },
  { to: '/developers/guides', name: 'developers.guides', isExact: false },
  { to: '/developers/tokens', name: 'developers.tokens', isExact: false },
  { to: '/developers/events', name: 'developers.events', isExact: false },
  { to: '/developers/errors', name: 'developers.errors', isExact: false },
  { to: '/developers/limits', name: 'developers.limits', isExact: false },
] as const;

export function DevelopersLayout() {
  const { t } = useTranslation();
  const open = useLocation({
    select: ({ pathname }) => views.findLast(({ to }) => pathname.startsWith(to))?.to,
  });
  const tabs = useOpenInSight<HTMLDivElement>(`[href="${open}"]`);
  return (
    <>
      <PageHeader title={t('nav.developers')} subtitle={t('developers.subtitle')} />
      <ViewLinks
        ref={tabs}
        mb="lg"
        label={t('developers.views')}
        views={views.map((view) => ({ ...view, name: t(view.name) }))}
      />
      <Outlet />
    </>
  );
}
