// A text filter that waits until the typing pauses before it asks the gateway, and follows the URL when that changes.

import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

const pauseMilliseconds = 400;

interface FilterTextInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onSettled: (value: string) => void;
}

export function FilterTextInput({ value, onSettled, ...input }: FilterTextInputProps) {
  const [typed, setTyped] = useState(value);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const settle = (text: string) => {
    window.clearTimeout(timer.current);
    if (text !== value) onSettled(text);
  };
  return (
    <TextInput
      {...input}
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => settle(text), pauseMilliseconds);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(event.currentTarget.value);
      }}
    />
  );
}
