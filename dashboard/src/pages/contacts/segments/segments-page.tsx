// The segments: filters under a name, in words, with how many people belong to each right now.

import type { Segment } from '@hudhud/contract/segments.ts';
import { Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { IconChartPie, IconPlus, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../../parts/error/error-alert.tsx';
import { DeleteButton } from '../../../parts/form/delete-button.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { PageHeader } from '../../../parts/page/page-header.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { RouteButton, RouteLink, SmallRouteButton } from '../../../parts/page/route-link.tsx';
import { useMay } from '../../../queries/account.ts';
import { deleteSegment, segmentCountQuery, segmentsQuery } from '../../../queries/segments.ts';
import { ContactTabs } from '../contact-tabs.tsx';
import { useCountText } from './count-text.ts';
import { useFilterWords } from './describe-filter.ts';

export function SegmentsPage() {
  const { t } = useTranslation();
  const mayChange = useMay('operator');
  return (
    <>
      <PageHeader title={t('contacts.segments')} subtitle={t('segment.subtitle')}>
        {mayChange && (
          <RouteButton to="/contacts/segments/new" leftSection={<IconPlus size={16} />}>
            {t('segment.add')}
          </RouteButton>
        )}
      </PageHeader>
      <ContactTabs />
      <SegmentCards mayChange={mayChange} />
      <Outlet />
    </>
  );
}

function SegmentCards({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  const query = useQuery(segmentsQuery);
  if (query.isPending) return <Skeleton height={180} />;
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data.length === 0) {
    return (
      <Panel>
        <EmptyState icon={IconChartPie} title={t('segment.empty')} hint={t('segment.empty_hint')} />
      </Panel>
    );
  }
  return (
    <Stack gap="sm">
      {query.data.map((segment) => (
        <SegmentCard key={segment.id} segment={segment} mayChange={mayChange} />
      ))}
    </Stack>
  );
}

function SegmentCard({ segment, mayChange }: { segment: Segment; mayChange: boolean }) {
  const { t } = useTranslation();
  const words = useFilterWords()(segment.filter);
  return (
    <Panel p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap="xs" miw={0}>
          <Group gap="sm">
            <RouteLink
              to="/contacts/segments/$segmentId"
              params={{ segmentId: segment.id }}
              c="inherit"
              fw={600}
            >
              <bdi>{segment.name}</bdi>
            </RouteLink>
            <Count segment={segment} />
          </Group>
          {words.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('segment_form.everybody')}
            </Text>
          ) : (
            <List size="sm" c="dimmed">
              {words.map((line) => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
          )}
        </Stack>
        <Group gap="xs">
          <SmallRouteButton to="/contacts" search={{ segment_id: segment.id }} icon={IconUsers}>
            {t('segment.show_people')}
          </SmallRouteButton>
          {mayChange && <DeleteSegment segment={segment} />}
        </Group>
      </Group>
    </Panel>
  );
}

function Count({ segment }: { segment: Segment }) {
  const countText = useCountText();
  const { data } = useQuery(segmentCountQuery(segment.id));
  return (
    <Text size="sm" c="dimmed">
      {data && countText(data)}
    </Text>
  );
}

function DeleteSegment({ segment }: { segment: Segment }) {
  const { t } = useTranslation();
  return (
    <DeleteButton
      title={t('segment.delete_title')}
      explain={t('segment.delete_explain', { name: segment.name })}
      confirm={t('segment.delete_confirm')}
      done={t('segment.deleted')}
      label={t('segment.delete_named', { name: segment.name })}
      remove={deleteSegment}
      id={segment.id}
    />
  );
}
