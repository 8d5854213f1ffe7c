// Narrows the message list down. Every choice goes straight into the address.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../parts/list/filter-bar.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { FilterTextInput } from '../../parts/list/filter-text-input.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { messageStatuses } from '../../parts/state/states.ts';
import { checkPhoneNumber, type PhoneNumberProblem } from '../../parts/text/phone-number.ts';
import { TimeRangeFilter } from '../../parts/time/time-range-filter.tsx';
import { directions, type MessageFilters, phoneNumberFilter } from './message-filters.ts';

interface MessageFilterBarProps {
  filters: MessageFilters;
  onChange: (filters: MessageFilters) => void;
}

export function MessageFilterBar({ filters, onChange }: MessageFilterBarProps) {
  const { t } = useTranslation();
  const { time, since, until, ...rest } = filters;
  const range = { time, since, until };
  const set = (part: MessageFilters) => onChange(withoutUnset({ ...filters, ...part }));
  return (
    <FilterBar count={Object.keys(filters).length} onClear={() => onChange({})}>
      <PhoneNumberFilter value={filters.phone_number} onChange={(phone_number) => set({ phone_number })} />
      <FilterSelect
        label={t('filter.status')}
        value={filters.status}
        choices={messageStatuses}
        nameOf={(status) => t(`status.${status}`)}
        onChange={(status) => set({ status })}
      />
      <FilterSelect
        label={t('filter.direction')}
        width={150}
        value={filters.direction}
        choices={directions}
        nameOf={(direction) => t(`direction.${direction}`)}
        onChange={(direction) => set({ direction })}
      />
      <FilterTextInput
        label={t('request_search.text')}
        placeholder={t('log.text_messages')}
        w={{ base: '100%', sm: 190 }}
        maxLength={200}
        value={filters.text ?? ''}
        onSettled={(text) => set({ text: text.trim() })}
      />
      <TimeRangeFilter range={range} onChange={(next) => onChange(withoutUnset({ ...rest, ...next }))} />
    </FilterBar>
  );
}

interface PhoneNumberFilterProps {
  value: string | undefined;
  onChange: (phoneNumber: string | undefined) => void;
}

/** A number that is still being typed is not asked for: the gateway could only refuse it. */
function PhoneNumberFilter({ value, onChange }: PhoneNumberFilterProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<PhoneNumberProblem | null>(null);
  const settle = (text: string) => {
    const number = phoneNumberFilter(text);
    const found = number === undefined ? null : checkPhoneNumber(number);
    setProblem(found);
    if (found === null) onChange(number);
  };
  return (
    <FilterTextInput
      type="tel"
      label={t('filter.phone_number')}
      placeholder="+966501234567"
      w={{ base: '100%', sm: 200 }}
      dir="ltr"
      value={value ?? ''}
      error={problem && t(`phone.${problem}`)}
      onSettled={settle}
    />
  );
}
