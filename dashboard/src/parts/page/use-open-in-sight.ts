// On a phone, the links to the views of a page are a line that scrolls: the open one is brought into sight.

import { type RefObject, useEffect, useRef } from 'react';

/** The ref goes to the line, the selector finds the open link in it. */
export function useOpenInSight<Line extends HTMLElement>(openLink: string): RefObject<Line | null> {
  const line = useRef<Line>(null);
  useEffect(() => {
    line.current?.querySelector(openLink)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [openLink]);
  return line;
}
