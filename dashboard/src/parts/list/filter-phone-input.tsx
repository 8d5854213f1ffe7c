// A filter by a phone number.

import { useTranslation } from 'react-i18next';
import { FilterTextInput } from './filter-text-input.tsx';

interface FilterPhoneInputProps {
  value: string | undefined;
  error?: string | null;
  onSettled: (text: string) => void;
}

export function FilterPhoneInput({ value, error = null, onSettled }: FilterPhoneInputProps) {
  const { t } = useTranslation();
  return (
    <FilterTextInput
      type="tel"
      label={t('filter.phone_number')}
      placeholder="+966501234567"
      w={{ base: '100%', sm: 200 }}
      dir="ltr"
      value={value ?? ''}
      error={error}
      onSettled={onSettled}
    />
  );
}
