// The store that a sender sends for, or the whole company.

import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { storesQuery } from '../../queries/stores.ts';
import type { SenderFormState } from './sender-values.ts';

export function StoreSelect({ form }: { form: SenderFormState }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(storesQuery);
  return (
    <Select
      label={t('sender_store.name')}
      description={t('sender_store.hint')}
      placeholder={t('sender_store.whole')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      value={form.values.store_id === '' ? null : form.values.store_id}
      error={form.errors.store_id}
      onChange={(id) => form.setFieldValue('store_id', id ?? '')}
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
