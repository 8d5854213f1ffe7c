// The filters of a log: its own, and behind them what every log can be asked for, a text and a time.

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimeRange } from '../../queries/time-range.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import { FilterTextInput } from '../list/filter-text-input.tsx';
import { withoutTime, withoutUnset } from '../list/search-filters.ts';
import { TimeRangeFilter } from '../time/time-range-filter.tsx';

type LogFilters = TimeRange & { readonly text?: string | undefined };

interface LogFilterBarProps {
  filters: LogFilters;
  /** Names the fields that the text is searched in. */
  textPlaceholder: string;
  textWidth?: number;
  onChange: (filters: LogFilters) => void;
  children: ReactNode;
}

export function LogFilterBar(props: LogFilterBarProps) {
  const { filters, textPlaceholder, textWidth = 190, onChange, children } = props;
  const { t } = useTranslation();
  const { time, since, until } = filters;
  return (
    <FilterBar count={Object.keys(filters).length} onClear={() => onChange({})}>
      {children}
      <FilterTextInput
        label={t('request_search.text')}
        placeholder={textPlaceholder}
        w={{ base: '100%', sm: textWidth }}
        maxLength={200}
        value={filters.text ?? ''}
        onSettled={(text) => onChange(withoutUnset({ ...filters, text: text.trim() }))}
      />
      <TimeRangeFilter
        range={{ time, since, until }}
        onChange={(range) => onChange(withoutUnset({ ...withoutTime(filters), ...range }))}
      />
    </FilterBar>
  );
}
