// A text that follows the clock without being rendered again: a list of a hundred rows would otherwise be redrawn every
// few seconds for the sake of "3 minutes ago".

import { Text, type TextProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { currentMoment, onTick } from './use-now.ts';

interface TickingTextProps extends TextProps {
  /** What it says at a moment. */
  write: (now: Date) => string;
}

export function TickingText({ write, ...text }: TickingTextProps) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const update = () => {
      const span = element.current;
      const next = write(currentMoment());
      if (span && span.textContent !== next) span.textContent = next;
    };
    // What was rendered may be older than the clock.
    update();
    return onTick(update);
  }, [write]);
  return <Text component="span" ref={element} {...text} />;
}
