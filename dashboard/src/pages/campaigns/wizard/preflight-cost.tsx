// What a campaign costs at most, and which countries have no rate in the imported table.

import type { CostEstimate } from '@hudhud/contract/costs.ts';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../../../parts/text/left-to-right.tsx';
import { useTimeText } from '../../../parts/time/use-time-text.ts';

export function PreflightCost({ cost }: { cost: CostEstimate | null }) {
  const { t, i18n } = useTranslation();
  const { number } = useTimeText();
  if (!cost) return <Text size="sm">{t('preflight.cost_none')}</Text>;
  const money = (currency: string, amount: string): string =>
    new Intl.NumberFormat(i18n.language, { style: 'currency', currency, maximumFractionDigits: 4 }).format(
      Number(amount),
    );
  const names = new Intl.DisplayNames([i18n.language], { type: 'region' });
  const withoutRate = cost.countries
    .filter(({ currency }) => currency === null)
    .map(({ country }) => (country === '' ? t('preflight.no_country') : (names.of(country) ?? country)));
  return (
    <Stack gap={2}>
      {cost.amounts.map(({ currency, amount }) => (
        <Text key={currency} fw={600} size="sm">
          <LeftToRight>{money(currency, amount)}</LeftToRight>
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        {t('preflight.cost_as', { messages: number(cost.messages), category: cost.category })}{' '}
        {t('preflight.cost_hint')}
      </Text>
      {withoutRate.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('preflight.no_rate', {
            countries: withoutRate.join(', '),
            messages: number(cost.unpriced),
          })}
        </Text>
      )}
    </Stack>
  );
}
