// Everybody of the campaign, one by one: found by state, reason or number, and taken away as a file.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import { Group, Title } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '../../../parts/error/use-error-toast.ts';
import { DownloadButton } from '../../../parts/form/download-button.tsx';
import { saveFile } from '../../../parts/form/save-file.ts';
import { RecordTable } from '../../../parts/list/record-table.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { exportRecipients, type RecipientFilters, recipientsQuery } from '../../../queries/campaigns.ts';
import { RecipientPhoneRow, useRecipientColumns } from './recipient-columns.tsx';
import { RecipientFilterBar } from './recipient-filter-bar.tsx';

const route = getRouteApi('/app/campaigns/$campaignId');

export function RecipientsPanel({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(recipientsQuery(campaign, filters));
  return (
    <section id="recipients" aria-label={t('recipients.title')}>
      <Group justify="space-between" mb="md">
        <Title order={2}>{t('recipients.title')}</Title>
        <ExportButton campaign={campaign} filters={filters} />
      </Group>
      <RecipientFilterBar
        campaign={campaign}
        filters={filters}
        onChange={(search) => void navigate({ search, replace: true, resetScroll: false })}
      />
      <RecordTable
        name={t('recipients.list')}
        query={query}
        columns={useRecipientColumns()}
        phoneRow={(recipient) => <RecipientPhoneRow recipient={recipient} />}
        moreLabel={t('recipients.more')}
        onOpen={({ message_id, contact_id }) => {
          if (message_id !== null) {
            void navigate({ to: '/messages/$messageId', params: { messageId: message_id } });
          } else if (contact_id !== null) {
            void navigate({ to: '/contacts/$contactId', params: { contactId: contact_id } });
          }
        }}
        empty={
          <EmptyState
            icon={IconFilterOff}
            title={t(campaign.forgotten_at === null ? 'recipients.empty' : 'recipients.forgotten')}
            hint={t(campaign.forgotten_at === null ? 'recipients.empty_hint' : 'recipients.forgotten_hint')}
          />
        }
      />
    </section>
  );
}

function ExportButton({ campaign, filters }: { campaign: Campaign; filters: RecipientFilters }) {
  const { t } = useTranslation();
  const toast = useErrorToast();
  const name = filters.state === undefined ? 'recipients.csv' : `recipients-${filters.state}.csv`;
  const save = useMutation({
    mutationFn: async () => saveFile(await exportRecipients(campaign.id, filters), name),
    onError: toast(t('recipients.export_failed')),
  });
  return (
    <DownloadButton save={save}>
      {filters.state === undefined
        ? t('recipients.export')
        : t('recipients.export_state', { state: t(`recipient_state.${filters.state}`) })}
    </DownloadButton>
  );
}
