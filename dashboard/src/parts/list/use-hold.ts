// Whether the user is reading the rows of a table just now: the mouse or the keyboard is on one, or the page is
// scrolled. Rows that move away under the pointer are clicked by mistake.

import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';

const scrolledPixels = 240;

const isOnRow = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('tbody') !== null;

/** Handlers for the element around the table; a table that never moves needs none. */
export function useHold(onChange: ((isHeld: boolean) => void) | undefined) {
  const [isPointed, setIsPointed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [isScrolled, setIsScrolled] = useState(false);
  const isHeld = isPointed || isFocused || isScrolled;

  useEffect(() => {
    const look = () => setIsScrolled(window.scrollY > scrolledPixels);
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  useEffect(() => onChange?.(isHeld), [onChange, isHeld]);

  if (!onChange) return {};
  return {
    onPointerOver: (event: PointerEvent) =>
      setIsPointed(event.pointerType === 'mouse' && isOnRow(event.target)),
    onPointerLeave: () => setIsPointed(false),
    onFocus: (event: FocusEvent) => setIsFocused(isOnRow(event.target)),
    onBlur: (event: FocusEvent) => setIsFocused(isOnRow(event.relatedTarget)),
  };
}
