// One choice among few in a filter bar; nothing chosen means any.

import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface FilterSelectProps<Choice extends string> {
  label: string;
  width?: number;
  value: Choice | undefined;
  choices: readonly Choice[];
  nameOf: (choice: Choice) => string;
  onChange: (choice: Choice | undefined) => void;
}

export function FilterSelect<Choice extends string>(props: FilterSelectProps<Choice>) {
  const { label, width = 160, value, choices, nameOf, onChange } = props;
  const { t } = useTranslation();
  return (
    <Select
      label={label}
      placeholder={t('filter.any')}
      w={{ base: '100%', sm: width }}
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      value={value ?? null}
      onChange={(chosen) => onChange(choices.find((choice) => choice === chosen))}
      data={choices.map((choice) => ({ value: choice, label: nameOf(choice) }))}
    />
  );
}
