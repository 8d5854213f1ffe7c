// One tooltip for everything that carries `data-tip`. A tooltip of its own for each cell of a moving list costs more than the
// rest of the row; here a row only carries a text.

import { Portal } from '@mantine/core';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './shared-tooltip.module.css';

/** The tooltip of an element. */
export const tip = (text: string): { 'data-tip': string } => ({ 'data-tip': text });

const delayMilliseconds = 250;
const gap = 6;

interface Shown {
  readonly text: string;
  readonly target: Element;
}

export function SharedTooltip() {
  const shown = useTipTarget();
  return shown && <Bubble key={shown.text} {...shown} />;
}

function Bubble({ text, target }: Shown) {
  const id = useId();
  const bubble = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = target.getAttribute('aria-describedby');
    target.setAttribute('aria-describedby', id);
    return () => {
      if (before === null) target.removeAttribute('aria-describedby');
      else target.setAttribute('aria-describedby', before);
    };
  }, [id, target]);
  useLayoutEffect(() => {
    const box = bubble.current;
    if (!box) return;
    const around = target.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const above = around.top - height - gap;
    const left = around.left + (around.width - width) / 2;
    box.style.top = `${above < 0 ? around.bottom + gap : above}px`;
    box.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`;
  }, [target]);
  return (
    <Portal>
      <div ref={bubble} id={id} role="tooltip" className={styles.bubble}>
        {text}
      </div>
    </Portal>
  );
}

/** The element that the pointer or the keyboard has rested on; Escape puts its tooltip away. */
function useTipTarget(): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let timer: number | undefined;
    let current: Element | null = null;
    const leave = () => {
      window.clearTimeout(timer);
      current = null;
      setShown(null);
    };
    const look = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest('[data-tip]') : null;
      if (target === current) return;
      leave();
      current = target;
      if (target === null) return;
      timer = window.setTimeout(() => {
        const text = target.getAttribute('data-tip');
        if (text && target.isConnected) setShown({ text, target });
      }, delayMilliseconds);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    const options = { passive: true, capture: true };
    document.addEventListener('pointerover', look, options);
    document.addEventListener('focusin', look, options);
    document.addEventListener('pointerdown', leave, options);
    document.addEventListener('scroll', leave, options);
    document.addEventListener('keydown', onKey);
    return () => {
      leave();
      document.removeEventListener('pointerover', look, options);
      document.removeEventListener('focusin', look, options);
      document.removeEventListener('pointerdown', leave, options);
      document.removeEventListener('scroll', leave, options);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return shown;
}
