// A filter by webhook; hidden while there is nothing to choose.

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { webhooksQuery } from '../../queries/webhooks.ts';
import { FilterSelect } from './filter-select.tsx';

interface WebhookFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

export function WebhookFilter({ value, onChange }: WebhookFilterProps) {
  const { t } = useTranslation();
  const webhooks = useQuery(webhooksQuery).data ?? [];
  if (webhooks.length < 2 && value === undefined) return null;
  const names = new Map(webhooks.map(({ id, url, description }) => [id, description || url]));
  // A webhook from a link may be gone by now.
  if (value !== undefined && !names.has(value)) names.set(value, value);
  return (
    <FilterSelect
      label={t('filter.webhook')}
      width={220}
      value={value}
      choices={[...names.keys()]}
      nameOf={(id) => names.get(id) ?? id}
      onChange={onChange}
    />
  );
}
