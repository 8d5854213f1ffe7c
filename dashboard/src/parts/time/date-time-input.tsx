// A day and a time: typed, or chosen from a calendar. The browser's own field would speak the language and the format of the
// browser, which need not be those of the reader.

import { ActionIcon, Group, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  dayName,
  daysShown,
  type MonthKey,
  monthName,
  moveMonth,
  readTyped,
  shownMoment,
  weekdayNames,
} from './calendar.ts';
import styles from './date-time-input.module.css';

interface DateTimeInputProps {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  /** On hover. */
  title?: string;
  w?: number | { base: string; sm: number };
  /** `2026-11-15T12:30`, or empty. */
  value: string;
  onChange: (value: string) => void;
  size?: 'xs' | 'sm';
  /** It stands in a popover itself, which a calendar elsewhere in the page would close. */
  isInPopover?: boolean;
  /** Days before it cannot be chosen; a time on that day is judged when it is sent. */
  min?: string;
}

export function DateTimeInput({ value, onChange, min, isInPopover = false, ...input }: DateTimeInputProps) {
  const { t, i18n } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  /** The text being typed; null: the field shows its value. */
  const [typed, setTyped] = useState<string | null>(null);
  const type = (text: string) => {
    setTyped(text);
    const read = text.trim() === '' ? '' : readTyped(text);
    if (read !== null) onChange(read);
  };
  return (
    <TextInput
      {...input}
      placeholder={t('date_input.placeholder')}
      autoComplete="off"
      value={typed ?? shownMoment(value, i18n.language)}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
      rightSection={
        <Popover
          opened={isOpen}
          onChange={setIsOpen}
          position="bottom-end"
          trapFocus
          returnFocus
          withinPortal={!isInPopover}
        >
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('date_input.open', { field: input.label })}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconCalendar size={16} stroke={1.7} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={input.label}>
            <Calendar value={value} min={min ?? ''} onChange={onChange} />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}

interface CalendarProps {
  value: string;
  min: string;
  onChange: (value: string) => void;
}

const today = (): string => new Date().toISOString().slice(0, 10);

function Calendar({ value, min, onChange }: CalendarProps) {
  const { t, i18n } = useTranslation();
  const [month, setMonth] = useState<MonthKey>((value || min || today()).slice(0, 7));
  const [time, setTime] = useState(value.slice(11) || '09:00');
  const chosen = value.slice(0, 10);
  const changeTime = (text: string) => {
    setTime(text);
    const read = readTyped(`${chosen || today()} ${text}`);
    if (read !== null && chosen !== '') onChange(read);
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Step label={t('date_input.earlier')} onClick={() => setMonth(moveMonth(month, -1))}>
          <IconChevronLeft size={16} className="flip" />
        </Step>
        <Text size="sm" fw={600} aria-live="polite">
          {monthName(month, i18n.language)}
        </Text>
        <Step label={t('date_input.later')} onClick={() => setMonth(moveMonth(month, 1))}>
          <IconChevronRight size={16} className="flip" />
        </Step>
      </Group>
      <div className={styles.days}>
        {weekdayNames(i18n.language).map((name) => (
          <div key={name} className={styles.weekday} aria-hidden>
            {name}
          </div>
        ))}
        {daysShown(month, i18n.language).map((day) => (
          <UnstyledButton
            key={day}
            className={styles.day as string}
            aria-label={dayName(day, i18n.language)}
            aria-pressed={day === chosen}
            disabled={day < min.slice(0, 10)}
            {...(!day.startsWith(month) && { 'data-outside': true })}
            onClick={() => onChange(readTyped(`${day} ${time}`) ?? `${day}T09:00`)}
          >
            {Number(day.slice(8))}
          </UnstyledButton>
        ))}
      </div>
      <TextInput
        label={t('date_input.time')}
        size="xs"
        w={120}
        dir="ltr"
        placeholder="09:00"
        value={time}
        onChange={(event) => changeTime(event.currentTarget.value)}
      />
    </Stack>
  );
}

function Step({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
