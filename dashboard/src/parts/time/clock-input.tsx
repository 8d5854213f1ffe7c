// A time of day in 24 hours, like every time in these pages. The browser's own field follows the system instead.

import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

interface ClockInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** `22:00`. */
  value: string;
  onChange: (value: string) => void;
}

/** The typed text as `22:00`; null: no time of day. */
export function readClock(text: string): string | null {
  const [, hours, minutes = '00'] = /^\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*$/.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

export function ClockInput({ value, onChange, onBlur, ...input }: ClockInputProps) {
  /** The text being typed; null: the field shows its value. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      dir="ltr"
      autoComplete="off"
      maxLength={5}
      placeholder="09:00"
      {...input}
      value={typed ?? value}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const read = readClock(text);
        if (read !== null) onChange(read);
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
