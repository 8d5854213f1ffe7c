// Narrows the Event Monitor down. Every choice goes straight into the address.

import { Input, SegmentedControl, Select } from '@mantine/core';
import i18next from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterTextInput } from '../../parts/list/filter-text-input.tsx';
import { withoutUnset } from '../../parts/list/search-filters.ts';
import { LogFilterBar } from '../../parts/log/log-filter-bar.tsx';
import { isPhonePart, methods, outcomes, type RequestFilters } from './request-filters.ts';

interface RequestFilterBarProps {
  filters: RequestFilters;
  onChange: (filters: RequestFilters) => void;
}

export function RequestFilterBar({ filters, onChange }: RequestFilterBarProps) {
  const { t } = useTranslation();
  const set = (part: RequestFilters) => onChange(withoutUnset({ ...filters, ...part }));
  return (
    <LogFilterBar
      filters={filters}
      textPlaceholder={t('request_search.text_placeholder')}
      textWidth={175}
      onChange={onChange}
    >
      <OutcomeFilter value={filters.outcome} onChange={(outcome) => set({ outcome })} />
      <CodeFilter value={filters.code} onChange={(code) => set({ code })} />
      <Select
        label={t('filter.method')}
        placeholder={t('method.any')}
        w={{ base: '100%', sm: 130 }}
        clearable
        clearButtonProps={{ 'aria-label': t('action.clear') }}
        value={filters.method ?? null}
        onChange={(value) => set({ method: methods.find((method) => method === value) })}
        data={[...methods]}
      />
      <FilterTextInput
        label={t('filter.path')}
        placeholder={t('filter.path_placeholder')}
        w={{ base: '100%', sm: 175 }}
        dir="ltr"
        value={filters.path ?? ''}
        onSettled={(path) => set({ path: path.trim() })}
      />
      <PhoneFilter value={filters.phone_number} onChange={(phone_number) => set({ phone_number })} />
    </LogFilterBar>
  );
}

interface PhoneFilterProps {
  value: string | undefined;
  onChange: (phoneNumber: string | undefined) => void;
}

/** Fewer than four digits are in nearly every request. */
function PhoneFilter({ value, onChange }: PhoneFilterProps) {
  const { t } = useTranslation();
  const [isWrong, setIsWrong] = useState(false);
  const settle = (text: string) => {
    const typed = text.trim();
    const isUsable = typed === '' || isPhonePart(typed);
    setIsWrong(!isUsable);
    if (isUsable) onChange(typed === '' ? undefined : typed);
  };
  return (
    <FilterTextInput
      label={t('filter.phone_number')}
      placeholder="+966 50 …"
      w={{ base: '100%', sm: 150 }}
      dir="ltr"
      maxLength={40}
      value={value ?? ''}
      error={isWrong && t('request_search.too_few_digits')}
      onSettled={settle}
    />
  );
}

type Outcome = RequestFilters['outcome'];

function OutcomeFilter({ value, onChange }: { value: Outcome; onChange: (outcome: Outcome) => void }) {
  const { t } = useTranslation();
  const labelId = useId();
  return (
    <div>
      <Input.Label id={labelId} component="div">
        {t('filter.outcome')}
      </Input.Label>
      <SegmentedControl
        fullWidth
        aria-labelledby={labelId}
        value={value ?? 'all'}
        onChange={(choice) => onChange(outcomes.find((outcome) => outcome === choice))}
        data={(['all', ...outcomes] as const).map((outcome) => ({
          value: outcome,
          label: t(`outcome.${outcome}`),
        }))}
      />
    </div>
  );
}

interface CodeFilterProps {
  value: string | undefined;
  onChange: (code: string | undefined) => void;
}

function CodeFilter({ value, onChange }: CodeFilterProps) {
  const { t, i18n } = useTranslation();
  const codes = Object.keys(i18next.getResourceBundle(i18n.language, 'errors') as object);
  // A code from a link may be newer than this build.
  const data = value === undefined || codes.includes(value) ? codes : [...codes, value];
  return (
    <Select
      label={t('filter.code')}
      placeholder={t('filter.code_placeholder')}
      w={{ base: '100%', sm: 180 }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear') }}
      dir="ltr"
      comboboxProps={{ width: 260, position: 'bottom-start' }}
      value={value ?? null}
      onChange={(code) => onChange(code ?? undefined)}
      data={data.toSorted()}
    />
  );
}
