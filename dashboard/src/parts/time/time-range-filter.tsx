// The time filter of a list: a span up to now, or two moments on the company's clock.

import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../queries/me.ts';
import { dayMilliseconds, type TimeRange, type TimeSpan, timeSpans } from '../../queries/time-range.ts';
import { DateTimeInput } from './date-time-input.tsx';
import { fromZonedInput, toZonedInput } from './zoned-input.ts';

interface TimeRangeFilterProps {
  range: TimeRange;
  onChange: (range: TimeRange) => void;
}

export function TimeRangeFilter({ range, onChange }: TimeRangeFilterProps) {
  const { t } = useTranslation();
  const hasEnds = range.since !== undefined || range.until !== undefined;
  const [isCustomChosen, setIsCustomChosen] = useState(hasEnds);
  const isCustom = range.time === undefined && (hasEnds || isCustomChosen);
  const choose = (choice: string | null) => {
    setIsCustomChosen(choice === 'custom');
    if (choice === 'custom') return onChange({ since: new Date(Date.now() - dayMilliseconds).toISOString() });
    onChange({ time: timeSpans.find((span) => span === choice) });
  };
  return (
    <>
      <Select
        label={t('filter.time')}
        w={{ base: '100%', sm: 155 }}
        allowDeselect={false}
        value={isCustom ? 'custom' : (range.time ?? 'any')}
        onChange={choose}
        data={[
          { value: 'any', label: t('time.any') },
          ...timeSpans.map((span: TimeSpan) => ({ value: span, label: t(`time.span_${span}`) })),
          { value: 'custom', label: t('time.custom') },
        ]}
      />
      {isCustom && (
        <>
          <EndInput name="since" label={t('filter.from')} range={range} onChange={onChange} />
          <EndInput name="until" label={t('filter.until')} range={range} onChange={onChange} />
        </>
      )}
    </>
  );
}

interface EndInputProps extends TimeRangeFilterProps {
  name: 'since' | 'until';
  label: string;
}

function EndInput({ name, label, range, onChange }: EndInputProps) {
  const { t } = useTranslation();
  const { timezone } = useMe().company;
  const value = range[name];
  return (
    <DateTimeInput
      label={label}
      title={t('filter.zone', { zone: timezone })}
      w={{ base: '100%', sm: 220 }}
      value={value === undefined ? '' : toZonedInput(value, timezone)}
      onChange={(moment) =>
        onChange({ since: range.since, until: range.until, [name]: fromZonedInput(moment, timezone) })
      }
    />
  );
}
