// Sends again what a webhook missed in a span of time, after saying how much that is.

import type { WebhookDetail } from '@hudhud/contract/webhooks.ts';
import { Button, Select, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../../parts/error/error-alert.tsx';
import { ConfirmDialog } from '../../parts/form/confirm-dialog.tsx';
import { showDone } from '../../parts/form/show-done.ts';
import { useAskFirst } from '../../parts/form/use-ask-first.ts';
import { useTimeText } from '../../parts/time/use-time-text.ts';
import { recoveryCountQuery, startRecovery } from '../../queries/deliveries.ts';
import { type TimeSpan, timeSpans } from '../../queries/time-range.ts';

export function RecoverWebhook({ webhook }: { webhook: WebhookDetail }) {
  const { t } = useTranslation();
  const [span, setSpan] = useState<TimeSpan>('24h');
  const { ask, change, dialog } = useAskFirst(startRecovery, ({ total }) =>
    showDone(t('recover.started', { count: total })),
  );
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconHistory size={14} />} onClick={ask}>
        {t('recover.button')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={t('recover.title')}
        confirm={t('recover.confirm')}
        onConfirm={() => change.mutate({ webhookId: webhook.id, span })}
      >
        <Text size="sm">{t('recover.explain')}</Text>
        <Select
          label={t('filter.time')}
          allowDeselect={false}
          value={span}
          onChange={(chosen) => setSpan(timeSpans.find((one) => one === chosen) ?? '24h')}
          data={timeSpans.map((one) => ({ value: one, label: t(`time.span_${one}`) }))}
        />
        {dialog.isOpen && <Count webhookId={webhook.id} span={span} />}
      </ConfirmDialog>
    </>
  );
}

function Count({ webhookId, span }: { webhookId: string; span: TimeSpan }) {
  const { t } = useTranslation();
  const text = useTimeText();
  const query = useQuery(recoveryCountQuery(webhookId, span));
  if (query.isError) return <ErrorAlert error={query.error} />;
  return (
    <Text size="sm" fw={600} role="status">
      {query.data
        ? t('recover.count', { count: query.data.count, formatted: text.number(query.data.count) })
        : t('recover.counting')}
    </Text>
  );
}
