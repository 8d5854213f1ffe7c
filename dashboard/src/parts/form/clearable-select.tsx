// A choice that can be taken back. A form holds an empty text where nothing is chosen.

import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface ClearableSelectProps extends Omit<SelectProps, 'value' | 'onChange'> {
  value?: string;
  onChange: (value: string) => void;
}

export function ClearableSelect({ value = '', onChange, ...props }: ClearableSelectProps) {
  const { t } = useTranslation();
  return (
    <Select
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      {...props}
    />
  );
}
