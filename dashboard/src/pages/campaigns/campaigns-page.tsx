// All campaigns with how far they are. Numbers move by themselves while one runs.

import { campaignStates } from '@hudhud/contract/states.ts';
import { IconFilterOff, IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../parts/list/filter-bar.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { RecordTable } from '../../parts/list/record-table.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { PageHeader } from '../../parts/page/page-header.tsx';
import { RouteButton } from '../../parts/page/route-link.tsx';
import { useMay } from '../../queries/account.ts';
import { campaignsQuery } from '../../queries/campaigns.ts';
import { CampaignPhoneRow, useCampaignColumns } from './campaign-columns.tsx';

const route = getRouteApi('/app/campaigns/');

export function CampaignsPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay('operator');
  const query = useInfiniteQuery(campaignsQuery(filters));
  const count = Object.keys(filters).length;
  return (
    <>
      <PageHeader title={t('nav.campaigns')} subtitle={t('campaigns.subtitle')}>
        {mayChange && (
          <RouteButton to="/campaigns/new" leftSection={<IconPlus size={16} />}>
            {t('campaigns.add')}
          </RouteButton>
        )}
      </PageHeader>
      <FilterBar count={count} onClear={() => void navigate({ search: {}, replace: true })}>
        <FilterSelect
          label={t('filter.state')}
          value={filters.state}
          choices={campaignStates}
          nameOf={(state) => t(`campaign_state.${state}`)}
          onChange={(state) => void navigate({ search: withoutUnset({ state }), replace: true })}
        />
      </FilterBar>
      <RecordTable
        name={t('nav.campaigns')}
        query={query}
        columns={useCampaignColumns()}
        phoneRow={(campaign) => <CampaignPhoneRow campaign={campaign} />}
        onOpen={({ id, state }) =>
          void navigate({
            to: state === 'draft' && mayChange ? '/campaigns/$campaignId/edit' : '/campaigns/$campaignId',
            params: { campaignId: id },
          })
        }
        empty={count > 0 ? <NoMatch /> : <NoCampaigns mayChange={mayChange} />}
      />
    </>
  );
}

function NoMatch() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconFilterOff} title={t('campaigns.no_match')} hint={t('campaigns.no_match_hint')} />
  );
}

function NoCampaigns({ mayChange }: { mayChange: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={IconSpeakerphone} title={t('campaigns.empty')} hint={t('campaigns.empty_hint')}>
      {mayChange && (
        <RouteButton to="/campaigns/new" mt="xs" leftSection={<IconPlus size={16} />}>
          {t('campaigns.add_first')}
        </RouteButton>
      )}
    </EmptyState>
  );
}
