// A filter by the id of a message. What is not a whole id yet is not asked for: the gateway could only refuse it.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterTextInput } from './filter-text-input.tsx';
import { isId } from './search-filters.ts';

const prefix = 'msg';

interface FilterMessageIdProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

export function FilterMessageId({ value, onChange }: FilterMessageIdProps) {
  const { t } = useTranslation();
  const [isWrong, setIsWrong] = useState(false);
  const settle = (text: string) => {
    const id = text.trim();
    const isUsable = id === '' || isId(id, prefix);
    setIsWrong(!isUsable);
    if (isUsable) onChange(id === '' ? undefined : id);
  };
  return (
    <FilterTextInput
      label={t('filter.message_id')}
      placeholder={`${prefix}_…`}
      w={{ base: '100%', sm: 200 }}
      dir="ltr"
      value={value ?? ''}
      error={isWrong && t('filter.not_an_id', { prefix: `\u2066${prefix}_\u2069` })}
      onSettled={settle}
    />
  );
}
