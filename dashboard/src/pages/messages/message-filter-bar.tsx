// Narrows the message list down. Every choice goes straight into the address.

import { messageStatuses } from '@hudhud/contract/states.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterPhoneInput } from '../../parts/list/filter-phone-input.tsx';
import { FilterSelect } from '../../parts/list/filter-select.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { LogFilterBar } from '../../parts/log/log-filter-bar.tsx';
import { checkPhoneNumber, type PhoneNumberProblem } from '../../parts/text/phone-number.ts';
import { directions, type MessageFilters, phoneNumberFilter } from './message-filters.ts';

interface MessageFilterBarProps {
  filters: MessageFilters;
  onChange: (filters: MessageFilters) => void;
}

export function MessageFilterBar({ filters, onChange }: MessageFilterBarProps) {
  const { t } = useTranslation();
  const set = (part: MessageFilters) => onChange(withoutUnset({ ...filters, ...part }));
  return (
    <LogFilterBar filters={filters} textPlaceholder={t('log.text_messages')} onChange={onChange}>
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
    </LogFilterBar>
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
  return <FilterPhoneInput value={value} error={problem && t(`phone.${problem}`)} onSettled={settle} />;
}
