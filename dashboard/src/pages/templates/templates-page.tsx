// All templates of the company's senders, with what WhatsApp makes of them.

import type { Failure } from '@hudhud/contract/failure.ts';
import type { Template } from '@hudhud/contract/templates.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFilterOff, IconPlus, IconRefresh, IconTemplate } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFailureWords } from '../../parts/error/use-failure-words.ts';
import { FilterBar } from '../../parts/list/filter-bar.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { FilterTextInput } from '../../parts/list/filter-text-input.tsx';
import type { RecordColumn } from '../../parts/list/record-table.tsx';
import { RecordTable } from '../../parts/list/record-table.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { RouteButton, RouteLink } from '../../parts/page/route-link.tsx';
import {
  TemplateCategoryBadge,
  TemplateQualityBadge,
  TemplateStatusBadge,
} from '../../parts/template/template-badges.tsx';
import { languageName } from '../../parts/text/language-name.ts';
import { tip } from '../../parts/text/shared-tooltip.tsx';
import { MomentCell } from '../../parts/time/moment.tsx';
import { useMay } from '../../queries/account.ts';
import { sendersQuery } from '../../queries/senders.ts';
import { syncTemplates, templatesQuery } from '../../queries/templates.ts';
import { categories, type TemplateFilters, templateStatuses } from './template-filters.ts';

const route = getRouteApi('/app/templates/');

export function TemplatesPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(templatesQuery(filters));
  const count = Object.keys(filters).length;
  return (
    <>
      <Header />
      <Filters filters={filters} />
      <RecordTable
        name={t('nav.templates')}
        query={query}
        columns={useColumns()}
        phoneRow={(template) => <PhoneRow template={template} />}
        onOpen={({ id }) => void navigate({ to: '/templates/$templateId', params: { templateId: id } })}
        moreLabel={t('templates.more')}
        empty={
          <EmptyState
            icon={count > 0 ? IconFilterOff : IconTemplate}
            title={t(count > 0 ? 'templates.no_match' : 'templates.empty')}
            hint={t(count > 0 ? 'templates.no_match_hint' : 'templates.empty_hint')}
          />
        }
      />
    </>
  );
}

const sentences = ({ cause, action }: Failure): string => `${cause} ${action}`;

function Header() {
  const { t } = useTranslation();
  const maySync = useMay('operator');
  const mayMake = useMay('admin');
  const words = useFailureWords();
  const sync = useMutation({
    ...syncTemplates,
    onSuccess: ({ data }) => {
      const failed = data.find(({ error }) => error !== null);
      notifications.show(
        failed?.error
          ? { color: 'red', message: sentences(words(failed.error)) }
          : { color: 'teal', message: t('templates.synced') },
      );
    },
  });
  return (
    <PageHeader title={t('nav.templates')} subtitle={t('templates.subtitle')}>
      {maySync && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={sync.isPending}
          onClick={() => sync.mutate()}
        >
          {t('templates.sync')}
        </Button>
      )}
      {mayMake && (
        <RouteButton to="/templates/new" leftSection={<IconPlus size={16} />}>
          {t('templates.add')}
        </RouteButton>
      )}
    </PageHeader>
  );
}

function Filters({ filters }: { filters: TemplateFilters }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const change = (changed: TemplateFilters) =>
    void navigate({ search: withoutUnset({ ...filters, ...changed }), replace: true });
  return (
    <FilterBar
      count={Object.keys(filters).length}
      onClear={() => void navigate({ search: {}, replace: true })}
    >
      <FilterTextInput
        label={t('template.name')}
        value={filters.name ?? ''}
        onSettled={(name) => change({ name })}
      />
      <FilterSelect
        label={t('template.status')}
        value={filters.status}
        choices={templateStatuses}
        nameOf={(status) => t(`template_status.${status}`)}
        onChange={(status) => change({ status })}
      />
      <FilterSelect
        label={t('template.category')}
        value={filters.category}
        choices={categories}
        nameOf={(category) => t(`template_category.${category}`)}
        onChange={(category) => change({ category })}
      />
    </FilterBar>
  );
}

function NameLink({ template }: { template: Template }) {
  return (
    <RouteLink
      to="/templates/$templateId"
      params={{ templateId: template.id }}
      size="sm"
      c="inherit"
      fw={550}
    >
      <bdi>{template.name}</bdi>
    </RouteLink>
  );
}

/** Its name; the tag, which the API takes, on hover. */
function LanguageName({ tag }: { tag: string }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }} {...tip(tag)}>
      {languageName(tag, useTranslation().i18n.language)}
    </span>
  );
}

/** The senders of a template, where not all can send it: accounts may have templates of the same names. */
function useSendersOf(): ((template: Template) => string) | null {
  const senders = useQuery(sendersQuery).data ?? [];
  if (senders.length < 2) return null;
  return ({ sender_ids: ids }) =>
    senders
      .filter(({ id }) => ids.includes(id))
      .map(({ name }) => name)
      .join(', ');
}

function useColumns(): RecordColumn<Template>[] {
  const { t } = useTranslation();
  const sendersOf = useSendersOf();
  const sender: RecordColumn<Template> = {
    accessor: 'sender_ids',
    title: t('message.sender'),
    width: 180,
    render: (one) => <bdi>{sendersOf?.(one)}</bdi>,
  };
  return [
    { accessor: 'name', title: t('template.name'), render: (one) => <NameLink template={one} /> },
    ...(sendersOf ? [sender] : []),
    {
      accessor: 'language',
      title: t('template.language'),
      width: 150,
      render: (one) => <LanguageName tag={one.language} />,
    },
    {
      accessor: 'category',
      title: t('template.category'),
      width: 150,
      render: (one) => <TemplateCategoryBadge category={one.category} />,
    },
    {
      accessor: 'status',
      title: t('template.status'),
      width: 200,
      render: (one) => (
        <Group gap={6}>
          <TemplateStatusBadge template={one} />
          <TemplateQualityBadge quality={one.quality} />
        </Group>
      ),
    },
    {
      accessor: 'updated_at',
      title: t('template.updated'),
      width: 150,
      render: (one) => <MomentCell at={one.updated_at} />,
    },
  ];
}

function PhoneRow({ template }: { template: Template }) {
  const sendersOf = useSendersOf();
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <NameLink template={template} />
        <TemplateStatusBadge template={template} />
      </Group>
      <Group gap="xs">
        <TemplateCategoryBadge category={template.category} />
        <Text size="xs" c="dimmed">
          <LanguageName tag={template.language} />
        </Text>
        {sendersOf && (
          <Text size="xs" c="dimmed">
            <bdi>{sendersOf(template)}</bdi>
          </Text>
        )}
      </Group>
    </Stack>
  );
}
