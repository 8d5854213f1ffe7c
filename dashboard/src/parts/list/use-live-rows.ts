// New rows on their way to the screen: gathered and shown a few times a second at most, however many come, and held back
// while the user reads.

import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { afterReading, type LiveRows, noLiveRows, receiveRows, releaseRows } from './live-rows.ts';

const drawMilliseconds = 250;
/** A slow machine draws less often: at most this share of its time goes into drawing rows. */
const drawingShare = 0.25;

export interface LiveRowsOnScreen<Item> {
  readonly rows: LiveRows<Item>;
  readonly add: (item: Item) => void;
  /** Shows what waits, whether or not the user reads. */
  readonly release: () => void;
  /** The list was read again; `newest` is its first id. */
  readonly settle: (newest: string | undefined) => void;
  readonly reset: () => void;
}

export function useLiveRows<Item extends { id: string }>(isHeld: boolean): LiveRowsOnScreen<Item> {
  const [rows, setRows] = useState<LiveRows<Item>>(noLiveRows);
  const arrived = useRef<Item[]>([]);
  const timer = useRef<number | undefined>(undefined);
  const held = useRef(isHeld);
  const drawing = useRef({ since: 0, milliseconds: 0 });

  useEffect(() => {
    held.current = isHeld;
    if (!isHeld) setRows(releaseRows);
  }, [isHeld]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it measures the drawing of these very rows
  useEffect(() => {
    const { since } = drawing.current;
    if (since > 0) drawing.current = { since: 0, milliseconds: performance.now() - since };
  }, [rows]);

  const draw = useCallback(() => {
    timer.current = undefined;
    const items = arrived.current;
    arrived.current = [];
    drawing.current.since = performance.now();
    // In slices between frames: a key or a click never waits until all rows are drawn.
    startTransition(() => setRows((state) => receiveRows(state, items, held.current)));
  }, []);

  const add = useCallback(
    (item: Item) => {
      arrived.current.push(item);
      timer.current ??= window.setTimeout(
        draw,
        Math.max(drawMilliseconds, drawing.current.milliseconds / drawingShare),
      );
    },
    [draw],
  );

  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );

  const release = useCallback(() => setRows(releaseRows), []);
  const settle = useCallback((newest: string | undefined) => {
    setRows((state) => afterReading(state, newest));
  }, []);
  const reset = useCallback(() => {
    arrived.current = [];
    setRows(noLiveRows);
  }, []);
  return { rows, add, release, settle, reset };
}
