// The same numbers by store. Only for companies whose people belong to stores.

import type { CampaignStatistics } from '@hudhud/contract/campaign-statistics.ts';
import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTimeText } from '../../../parts/time/use-time-text.ts';
import { storesQuery } from '../../../queries/stores.ts';

type StoreCounts = CampaignStatistics['stores'][number];

const columns = ['total', 'sent', 'delivered', 'read', 'failed'] as const;

const countOf = ({ total, counts }: StoreCounts) => {
  const delivered = counts.delivered + counts.read;
  return { total, sent: counts.sent + delivered, delivered, read: counts.read, failed: counts.failed };
};

export function StoresTable({ stores }: { stores: readonly StoreCounts[] }) {
  if (stores.every(({ store_id }) => store_id === null)) return null;
  return <Stores stores={stores} />;
}

function Stores({ stores }: { stores: readonly StoreCounts[] }) {
  const { t } = useTranslation();
  const { number } = useTimeText();
  const known = useQuery(storesQuery).data ?? [];
  const nameOf = (id: string | null): string =>
    id === null ? t('campaign_chart.no_store') : (known.find((store) => store.id === id)?.name ?? id);
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label={t('campaign_chart.by_store')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('campaign_chart.store')}</Table.Th>
            {columns.map((name) => (
              <Table.Th key={name}>{t(`campaign_chart.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {stores.map((store) => {
            const counts = countOf(store);
            return (
              <Table.Tr key={store.store_id ?? 'none'}>
                <Table.Th scope="row">
                  <bdi>{nameOf(store.store_id)}</bdi>
                </Table.Th>
                {columns.map((name) => (
                  <Table.Td key={name}>{number(counts[name])}</Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
