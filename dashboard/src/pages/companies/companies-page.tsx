// The companies that the person belongs to, with what they may do in each.

import type { OwnCompany } from '@hudhud/contract/users.ts';
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconBuildingStore, IconPlus, IconWorld } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteButton, RouteLink, SmallRouteButton } from '../../parts/page/route-link.tsx';
import { PlanBadge, StatusBadge } from '../../parts/state/status-badge.tsx';
import { CopyableId, LeftToRight } from '../../parts/text/left-to-right.tsx';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { useSession } from '../../queries/account.ts';
import { useMe } from '../../queries/me.ts';
import { CompanyTabs } from './company-tabs.tsx';

export function CompaniesPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('nav.companies')} subtitle={t('companies.subtitle')}>
        <RouteButton to="/companies/new" leftSection={<IconPlus size={16} />}>
          {t('companies.add')}
        </RouteButton>
      </PageHeader>
      <CompanyTabs />
      <CompanyCards />
      <Outlet />
    </>
  );
}

function CompanyCards() {
  const { companies } = useSession();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      {companies.map((company) => (
        <CompanyCard key={company.id} company={company} />
      ))}
    </SimpleGrid>
  );
}

function CompanyCard({ company }: { company: OwnCompany }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const isHere = useMe().company.id === company.id;
  const params = { companyId: company.id };
  return (
    <Panel>
      <Stack gap="sm" h="100%">
        <Stack gap={2}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <RouteLink to="/companies/$companyId" params={params} c="inherit" fw={600} fz="lg" miw={0}>
              <bdi>{company.name}</bdi>
            </RouteLink>
            <PlanBadge plan={company.plan} />
          </Group>
          <Text size="sm" c="dimmed" component="div">
            <CopyableId id={company.id} what={t('company.id')} />
          </Text>
        </Stack>
        <Group gap="xs">
          <StatusBadge color="cinnamon">{t(`shell.role_${company.role}`)}</StatusBadge>
          {isHere && <StatusBadge color="gray">{t('companies.here')}</StatusBadge>}
        </Group>
        <Group gap="lg">
          <Fact icon={<IconBuildingStore size={16} aria-hidden />}>
            {t('companies.stores', {
              count: company.store_count,
              formatted: text.number(company.store_count),
            })}
          </Fact>
          <Fact icon={<IconWorld size={16} aria-hidden />}>
            <LeftToRight>{company.timezone.replaceAll('_', ' ')}</LeftToRight>
          </Fact>
        </Group>
        <Group mt="auto" justify="flex-end">
          <SmallRouteButton
            to="/companies/$companyId"
            params={params}
            aria-label={t('companies.view_named', { name: company.name })}
          >
            {t('companies.view')}
          </SmallRouteButton>
        </Group>
      </Stack>
    </Panel>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap" c="dimmed">
      {icon}
      <Text span size="sm">
        {children}
      </Text>
    </Group>
  );
}
