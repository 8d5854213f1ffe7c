// What the company may do, and how much of it is left at this moment.

import { Progress, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { RouteLink } from '../../parts/page/route-link.tsx';
import { byteSize } from '../../parts/text/byte-size.ts';
import { Field, FieldList } from '../../parts/text/field-list.tsx';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';
import { numberText } from '../../parts/text/locale.ts';
import { useMe } from '../../queries/me.ts';
import { type RateLimit, rateLimitQuery } from '../../queries/rate-limit.ts';

export function LimitsPage() {
  const { t, i18n } = useTranslation();
  const { limits } = useMe();
  const number = (value: number): string => numberText(value, i18n.language);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Panel title={t('developers.rate.title')}>
        <RateLimitState />
      </Panel>
      <Panel title={t('developers.limits')}>
        <FieldList>
          <Field name={t('developers.limit.requests')}>{number(limits.requests_per_minute)}</Field>
          <Field name={t('developers.limit.body')}>
            <LeftToRight>{byteSize(limits.body_bytes_max)}</LeftToRight>
          </Field>
          <Field name={t('developers.limit.text')}>{number(limits.text_characters_max)}</Field>
        </FieldList>
        <Text size="sm" mt="md">
          <RouteLink to="/developers/guides/$guide" params={{ guide: 'limits' }} underline="always">
            {t('developers.limit.all')}
          </RouteLink>
        </Text>
      </Panel>
    </SimpleGrid>
  );
}

function RateLimitState() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(rateLimitQuery);
  if (error) return <ErrorAlert error={error} onRetry={refetch} />;
  if (isPending) return <Text c="dimmed">{t('developers.rate.loading')}</Text>;
  if (data === null) return <Text>{t('developers.rate.unknown')}</Text>;
  return <RateLimitBar state={data} />;
}

function RateLimitBar({ state }: { state: RateLimit }) {
  const { t, i18n } = useTranslation();
  const number = (value: number): string => numberText(value, i18n.language);
  const words = t('developers.rate.left', { left: number(state.remaining), limit: number(state.limit) });
  return (
    <Stack gap="xs">
      <Text fw={600}>{words}</Text>
      <Progress value={(100 * state.remaining) / state.limit} aria-label={words} />
      <Text size="sm" c="dimmed">
        {t('developers.rate.window', { count: state.windowSeconds })}
      </Text>
    </Stack>
  );
}
