// A country, found by typing its name or its calling code.

import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countryOptions } from './countries.ts';

export function CountrySelect(props: Omit<SelectProps, 'data'>) {
  const { t, i18n } = useTranslation();
  const data = useMemo(() => countryOptions(i18n.language), [i18n.language]);
  return (
    <Select
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      placeholder={t('country.none')}
      nothingFoundMessage={t('country.not_found')}
      limit={60}
      data={data}
      {...props}
    />
  );
}
