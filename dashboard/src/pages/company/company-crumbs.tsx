// Where in a company one is: Companies & Stores > View company > Edit > the section.

import { Breadcrumbs, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { useMe } from '../../queries/me.ts';
import type { SectionName } from './sections.ts';

export function CompanyCrumbs({ section }: { section?: SectionName | undefined }) {
  const { t } = useTranslation();
  const { id } = useMe().company;
  const params = { companyId: id };
  return (
    <nav aria-label={t('company_page.path')}>
      <Breadcrumbs mb="sm" separatorMargin={6} separator={<IconChevronRight size={14} className="flip" />}>
        <RouteLink to="/companies" size="sm">
          {t('nav.companies')}
        </RouteLink>
        {section === undefined ? (
          <Here>{t('companies.view')}</Here>
        ) : (
          <RouteLink to="/companies/$companyId" params={params} size="sm">
            {t('companies.view')}
          </RouteLink>
        )}
        {section !== undefined && (
          <RouteLink to="/companies/$companyId/edit" params={params} size="sm">
            {t('action.edit')}
          </RouteLink>
        )}
        {section !== undefined && <Here>{t(`section.${section}`)}</Here>}
      </Breadcrumbs>
    </nav>
  );
}

function Here({ children }: { children: string }) {
  return (
    <Text span size="sm" c="dimmed" aria-current="page">
      {children}
    </Text>
  );
}
