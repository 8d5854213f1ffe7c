// The rows of a table. A row is drawn again only when it has changed itself, so that new rows above it cost nothing; rows far from
// the screen make way for an empty space of their height.

import { Box } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type MouseEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './record-table.module.css';

export interface RecordColumn<Item> {
  readonly accessor: PropertyKey;
  readonly title?: ReactNode;
  readonly width?: string | number;
  readonly render?: (item: Item, index: number) => ReactNode;
}

/** Rows that can be chosen to do something with all of them. */
export interface Selection<Item> {
  readonly selected: Item[];
  readonly onChange: (items: Item[]) => void;
  readonly isSelectable: (item: Item) => boolean;
  readonly allLabel: string;
  readonly labelOf: (item: Item) => string;
}

interface RecordRowsProps<Item> {
  name: string;
  items: readonly Item[];
  columns: readonly RecordColumn<Item>[];
  phoneRow: (item: Item) => ReactNode;
  onOpen: (item: Item) => void;
  freshIds?: ReadonlySet<string> | undefined;
  selection?: Selection<Item> | undefined;
}

export const phoneWidth = '(max-width: 47.99em)';

const none: ReadonlySet<string> = new Set();

export function RecordRows<Item extends { id: string }>(props: RecordRowsProps<Item>) {
  const { name, items, phoneRow, onOpen, freshIds = none, selection } = props;
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false });
  const columns = useSame(props.columns, haveSameCells);
  const drawOnPhone = useLatest(phoneRow);
  const labelOf = useLatest((item: Item) => selection?.labelOf(item) ?? '');
  const chosen = new Set(selection?.selected.map(({ id }) => id));
  const open = (event: MouseEvent) => {
    // Links inside a row do their own work, and text that was just marked is not a click.
    const target = event.target as Element;
    if (target.closest('a, button, input, label') || window.getSelection()?.toString()) return;
    const id = target.closest('tr')?.dataset.id;
    const item = items.find((one) => one.id === id);
    if (item) onOpen(item);
  };
  const row = (item: Item) => (
    <Row
      key={item.id}
      item={item}
      columns={columns}
      drawOnPhone={isPhone ? drawOnPhone : null}
      isFresh={freshIds.has(item.id)}
      choice={selection && (selection.isSelectable(item) ? (chosen.has(item.id) ? 'on' : 'off') : 'none')}
      labelOf={labelOf}
    />
  );
  return (
    // A table that is wider than the page scrolls, and must be reachable for those who scroll with keys.
    <Box className={styles.scroll as string} tabIndex={0} role="region" aria-label={name}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: each row has a link to the same place for the keyboard */}
      <table
        className={styles.table}
        aria-label={name}
        onClick={open}
        onChange={(event) =>
          selection && toggle(selection, items, event.target as unknown as HTMLInputElement)
        }
      >
        {!isPhone && <Head columns={columns} selection={selection} items={items} />}
        {inChunks(items).map((chunk, index) => (
          <Chunk key={chunk.key} isKept={index === 0} rows={chunk.items.length}>
            {() => chunk.items.map(row)}
          </Chunk>
        ))}
      </table>
    </Box>
  );
}

interface HeadProps<Item> {
  columns: readonly RecordColumn<Item>[];
  items: readonly Item[];
  selection: Selection<Item> | undefined;
}

function Head<Item extends { id: string }>({ columns, items, selection }: HeadProps<Item>) {
  const possible = selection ? items.filter(selection.isSelectable) : [];
  const isAll = possible.length > 0 && selection?.selected.length === possible.length;
  return (
    <thead className={styles.header}>
      <tr>
        {selection && (
          <th scope="col" className={styles.choice}>
            <input
              type="checkbox"
              aria-label={selection.allLabel}
              checked={isAll}
              disabled={possible.length === 0}
              ref={(box) => {
                if (box) box.indeterminate = !isAll && selection.selected.length > 0;
              }}
              // The table handles it.
              onChange={() => undefined}
            />
          </th>
        )}
        {columns.map(({ accessor, title, width }) => (
          <th key={String(accessor)} scope="col" style={width === undefined ? undefined : { width }}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function toggle<Item extends { id: string }>(
  selection: Selection<Item>,
  items: readonly Item[],
  box: HTMLInputElement,
): void {
  const id = box.closest('tr')?.dataset.id;
  const { selected, onChange, isSelectable } = selection;
  const item = items.find((one) => one.id === id);
  if (id === undefined) onChange(box.checked ? items.filter(isSelectable) : []);
  else if (item) onChange(box.checked ? [...selected, item] : selected.filter((one) => one.id !== id));
}

interface RowProps<Item> {
  item: Item;
  columns: readonly RecordColumn<Item>[];
  drawOnPhone: ((item: Item) => ReactNode) | null;
  isFresh: boolean;
  /** Undefined: rows of this list cannot be chosen. */
  choice: 'on' | 'off' | 'none' | undefined;
  labelOf: (item: Item) => string;
}

function PlainRow<Item extends { id: string }>({ item, columns, drawOnPhone, ...props }: RowProps<Item>) {
  const { isFresh, choice, labelOf } = props;
  return (
    <tr data-id={item.id} className={isFresh ? styles.fresh : undefined} data-chosen={choice === 'on'}>
      {choice !== undefined && (
        <td className={styles.choice}>
          <input
            type="checkbox"
            aria-label={labelOf(item)}
            checked={choice === 'on'}
            disabled={choice === 'none'}
            onChange={() => undefined}
          />
        </td>
      )}
      {drawOnPhone ? (
        <td>{drawOnPhone(item)}</td>
      ) : (
        columns.map((column) => (
          <td key={String(column.accessor)}>
            {column.render ? column.render(item, 0) : String(item[column.accessor as keyof Item] ?? '')}
          </td>
        ))
      )}
    </tr>
  );
}

const Row = memo(PlainRow) as typeof PlainRow;

const rowsPerChunk = 100;

interface Chunks<Item> {
  readonly key: string;
  readonly items: readonly Item[];
}

/** Cut from the end, which does not move: new rows only change the first one. */
function inChunks<Item extends { id: string }>(items: readonly Item[]): Chunks<Item>[] {
  const chunks: Chunks<Item>[] = [];
  const first = items.length % rowsPerChunk;
  const ends = first === 0 ? [] : [first];
  for (let end = first + rowsPerChunk; end <= items.length; end += rowsPerChunk) ends.push(end);
  // Few rows more than one chunk are one: a list that grows row by row must not fall apart.
  const starts = [0, ...ends.slice(0, -1)];
  starts.forEach((start, index) => {
    const part = items.slice(start, ends[index]);
    chunks.push({ key: `from-end-${ends.length - index}`, items: part });
  });
  return chunks;
}

interface ChunkProps {
  /** Never emptied. */
  isKept: boolean;
  rows: number;
  children: () => ReactNode;
}

const margin = '1200px';

/** Some rows; an empty space as high as they were while they are far from the screen. */
function Chunk({ isKept, rows, children }: ChunkProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  useEffect(() => {
    const element = body.current;
    if (!element || isKept) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        // A row that has the focus would take it along.
        const isBusy = element.contains(document.activeElement);
        setHeight(entry.isIntersecting || isBusy ? null : entry.boundingClientRect.height);
      },
      { rootMargin: `${margin} 0px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isKept]);
  if (height !== null && !isKept) {
    return (
      <tbody ref={body} aria-hidden data-rows={rows}>
        <tr className={styles.space}>
          <td style={{ height, padding: 0 }} />
        </tr>
      </tbody>
    );
  }
  return <tbody ref={body}>{children()}</tbody>;
}

const haveSameCells = <Item,>(one: readonly RecordColumn<Item>[], other: readonly RecordColumn<Item>[]) =>
  one.length === other.length &&
  one.every((column, index) => {
    const beside = other[index];
    return (
      column.accessor === beside?.accessor && column.render === beside.render && column.title === beside.title
    );
  });

/** The value of before, as long as the new one is the same in the eyes of `isSame`. */
function useSame<Value>(value: Value, isSame: (one: Value, other: Value) => boolean): Value {
  const kept = useRef(value);
  if (kept.current !== value && !isSame(kept.current, value)) kept.current = value;
  return kept.current;
}

/** A function that stays the same and does what the newest one does. */
function useLatest<Given, Result>(act: (given: Given) => Result): (given: Given) => Result {
  const latest = useRef(act);
  latest.current = act;
  const [stable] = useState(() => (given: Given) => latest.current(given));
  return stable;
}
