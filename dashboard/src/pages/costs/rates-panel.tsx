// The rates that costs are worked out by; the operator imports them as a table.

import { Button, FileButton, Group, Stack, Table, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { useSession } from '../../queries/account.ts';
import { importRates, ratesQuery } from '../../queries/costs.ts';
import { useCostNames } from './cost-names.ts';

const shownMax = 200;

export function RatesPanel() {
  const { t } = useTranslation();
  const names = useCostNames();
  const query = useQuery(ratesQuery);
  const isOperator = useSession().user.is_operator;
  const rates = query.data ?? [];
  return (
    <Panel title={t('costs.rates')} aside={isOperator && <ImportRates />}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(rates.length === 0 ? 'costs.rates_empty' : 'costs.rates_hint')}
        </Text>
        {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
        {rates.length > 0 && (
          <Table.ScrollContainer
            minWidth={480}
            mah={360}
            scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
          >
            <Table stickyHeader>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('costs.by_country')}</Table.Th>
                  <Table.Th>{t('costs.by_category')}</Table.Th>
                  <Table.Th>{t('costs.amount')}</Table.Th>
                  <Table.Th>{t('costs.valid_from')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rates.slice(0, shownMax).map((rate) => (
                  <Table.Tr key={`${rate.country} ${rate.category} ${rate.valid_from}`}>
                    <Table.Td>
                      {rate.country === '*' ? t('costs.other_countries') : names.country(rate.country)}
                    </Table.Td>
                    <Table.Td>
                      <bdi>{names.category(rate.category)}</bdi>
                    </Table.Td>
                    <Table.Td>
                      <LeftToRight>{`${Number(rate.amount)} ${rate.currency}`}</LeftToRight>
                    </Table.Td>
                    <Table.Td>{names.day(rate.valid_from)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
    </Panel>
  );
}

function ImportRates() {
  const { t } = useTranslation();
  const mutation = useMutation({
    ...importRates,
    onSuccess: ({ imported }) => showDone(t('costs.imported', { number: imported })),
  });
  const read = async (file: File | null): Promise<void> => {
    if (file) mutation.mutate(await file.text());
  };
  return (
    <Stack gap="xs" align="flex-end">
      <Group>
        <FileButton accept="text/csv,.csv" onChange={(file) => void read(file)}>
          {(props) => (
            <Button {...props} size="xs" leftSection={<IconUpload size={14} />} loading={mutation.isPending}>
              {t('costs.import')}
            </Button>
          )}
        </FileButton>
      </Group>
      {mutation.isError && <ErrorAlert error={mutation.error} />}
    </Stack>
  );
}
