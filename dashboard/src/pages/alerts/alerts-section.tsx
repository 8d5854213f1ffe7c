// Alerts of a company: which are raised, who is notified how, and what happened.

import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { alertSettingsQuery } from '../../queries/alerts.ts';
import { AlertHistory } from './alert-history.tsx';
import { RulesForm } from './rules-form.tsx';
import { WaysForm } from './ways-form.tsx';

export function AlertsSection() {
  const { t } = useTranslation();
  const query = useQuery(alertSettingsQuery);
  return (
    <Stack gap="lg">
      {query.isPending && <Skeleton height={420} />}
      {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <>
          <Panel title={t('alerts.rules')}>
            <RulesForm settings={query.data} />
          </Panel>
          <Panel title={t('alerts.ways')}>
            <WaysForm settings={query.data} />
          </Panel>
        </>
      )}
      <Panel title={t('alerts.history')}>
        <AlertHistory />
      </Panel>
    </Stack>
  );
}
