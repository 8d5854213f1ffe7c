// All time zones, found by typing a city, each with its present distance from UTC.

import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneOptions } from './zone-options.ts';

export function TimezoneSelect(props: Omit<SelectProps, 'data' | 'label'>) {
  const { t } = useTranslation();
  const value = props.value ?? props.defaultValue;
  const data = useMemo(() => zoneOptions(value ?? 'UTC', new Date()), [value]);
  return (
    <Select
      label={t('profile.timezone')}
      description={t('profile.timezone_hint')}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={t('profile.timezone_none')}
      dir="ltr"
      data={data}
      {...props}
    />
  );
}
