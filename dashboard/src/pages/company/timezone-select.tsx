// All time zones, found by typing a city, each with its present distance from UTC.

import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LeftToRight } from '../../parts/text/left-to-right.tsx';

// The time zones that this browser knows, as choices.

interface ZoneOption {
  readonly value: string;
  readonly label: string;
}

const offsetOf = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', 'UTC') ?? '';

/** The zone in use is always among them: the gateway may know names that this browser does not list. */
export function zoneOptions(current: string, now: Date): ZoneOption[] {
  const names = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')]);
  return [...names].sort().map((value) => ({
    value,
    label: `${value.replaceAll('_', ' ')} (${safeOffset(value, now)})`,
  }));
}

function safeOffset(value: string, now: Date): string {
  try {
    return offsetOf(value, now);
  } catch {
    return '?';
  }
}

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
      renderOption={({ option }) => <LeftToRight>{option.label}</LeftToRight>}
      {...props}
    />
  );
}
