// A filter by webhook.

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { webhooksQuery } from '../../queries/webhooks.ts';
import { FilterNamed } from './filter-named.tsx';

interface WebhookFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

export function WebhookFilter(props: WebhookFilterProps) {
  const { t } = useTranslation();
  const { data: webhooks = [] } = useQuery(webhooksQuery);
  const things = webhooks.map(({ id, url, description }) => ({ id, name: description || url }));
  return <FilterNamed label={t('filter.webhook')} width={220} things={things} {...props} />;
}
