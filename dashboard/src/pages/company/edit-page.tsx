// Edit: the sections of a company, each with an address of its own.

import { Alert } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { RouteNavLink } from '../../parts/page/route-link.tsx';
import { useOpenInSight } from '../../parts/page/use-open-in-sight.ts';
import { useMay } from '../../queries/account.ts';
import { useMe } from '../../queries/me.ts';
import { CompanyCrumbs } from './company-crumbs.tsx';
import styles from './edit-page.module.css';
import { changingRole, type SectionName, sections } from './sections.ts';

/** Every section is named like its address. */
function useSection(): SectionName {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const piece = path.split('/')[4]?.replaceAll('-', '_');
  return sections.find(({ name }) => name === piece)?.name ?? 'profile';
}

export function EditPage() {
  const { t } = useTranslation();
  const { company } = useMe();
  const section = useSection();
  const mayChange = useMay(changingRole);
  const nav = useOpenInSight<HTMLElement>(`[data-section="${section}"]`);
  return (
    <>
      <CompanyCrumbs section={section} />
      <PageHeader title={t(`section.${section}`)} subtitle={company.name} />
      <div className={styles.columns}>
        <nav ref={nav} className={styles.sections} aria-label={t('company_page.sections')}>
          {sections.map(({ to, name, icon: Picture }) => (
            <RouteNavLink
              key={name}
              data-section={name}
              to={to}
              params={{ companyId: company.id }}
              activeOptions={{ includeSearch: false }}
              label={t(`section.${name}`)}
              leftSection={<Picture size={16} stroke={1.7} />}
              className={styles.link as string}
              py={6}
            />
          ))}
        </nav>
        <div>
          {!mayChange && (
            <Alert color="gray" icon={<IconEye />} mb="md">
              {t('company_page.read_only')}
            </Alert>
          )}
          <Outlet />
        </div>
      </div>
    </>
  );
}
