// View company: what it is, and the way to everything that can be set for it.

import type { CompanyProfile } from '@hudhud/contract/companies.ts';
import { Group, SimpleGrid, Skeleton, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteButton, RouteLink } from '../../parts/page/route-link.tsx';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { CopyableId, LeftToRight } from '../../parts/text/left-to-right.tsx';
import { MomentLine } from '../../parts/time/moment.tsx';
import { useNow } from '../../parts/time/use-now.ts';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { useOwnCompany } from '../../queries/account.ts';
import { companyQuery } from '../../queries/companies.ts';
import { useMe } from '../../queries/me.ts';
import { CompanyCrumbs } from './company-crumbs.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { sections } from './sections.ts';

export function CompanyPage() {
  const { t } = useTranslation();
  const { company } = useMe();
  const query = useQuery(companyQuery);
  return (
    <>
      <CompanyCrumbs />
      <PageHeader title={company.name} subtitle={t('company_page.subtitle')}>
        <RouteButton
          to="/companies/$companyId/edit"
          params={{ companyId: company.id }}
          leftSection={<IconPencil size={16} />}
        >
          {t('action.edit')}
        </RouteButton>
      </PageHeader>
      <Stack gap="lg">
        {query.isPending && <Skeleton height={220} />}
        {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <Facts company={query.data} />
            <PlanPanel />
          </SimpleGrid>
        )}
        <SectionCards companyId={company.id} />
      </Stack>
    </>
  );
}

function Facts({ company }: { company: CompanyProfile }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const now = useNow();
  const own = useOwnCompany();
  return (
    <Panel title={t('company_page.facts')}>
      <FieldList>
        <Field name={t('company.id')}>
          <CopyableId id={company.id} what={t('company.id')} />
        </Field>
        {own && <Field name={t('company_page.your_role')}>{t(`shell.role_${own.role}`)}</Field>}
        <Field name={t('profile.timezone')}>
          <LeftToRight>{company.timezone.replaceAll('_', ' ')}</LeftToRight>{' '}
          <Text span size="sm" c="dimmed">
            ({text.clock(now)})
          </Text>
        </Field>
        <Field name={t('profile.language')}>{t(`profile.language_${company.language}`)}</Field>
        {company.trial_ends_at && (
          <Field name={t('company_page.trial_ends')}>
            {/* How many days are left stands in the plan, and counts the day that has begun. */}
            {text.absolute(company.trial_ends_at)}
          </Field>
        )}
        <Field name={t('companies.created')}>
          <MomentLine at={company.created_at} />
        </Field>
      </FieldList>
    </Panel>
  );
}

function SectionCards({ companyId }: { companyId: string }) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
      {sections.map(({ to, name, icon: Picture }) => (
        <Panel key={name} p="md">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <ThemeIcon variant="light" color={name === 'danger' ? 'red' : 'gray'} size={34}>
              <Picture size={18} stroke={1.7} />
            </ThemeIcon>
            <Stack gap={2}>
              <RouteLink to={to} params={{ companyId }} c="inherit" fw={600} size="sm">
                {t(`section.${name}`)}
              </RouteLink>
              <Text size="xs" c="dimmed">
                {t(`section_hint.${name}`)}
              </Text>
            </Stack>
          </Group>
        </Panel>
      ))}
    </SimpleGrid>
  );
}
