// What a person has chosen for a list and finds again next time, in this browser: filters by name, and columns left out.

import { type ReactNode, useMemo, useRef, useState } from 'react';

export type FilterValues = Readonly<Record<string, string | undefined>>;

export interface SavedFilter {
  readonly name: string;
  readonly filters: FilterValues;
}

const savedMax = 30;

const readKept = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    // Another program wrote it, or storage is closed to us: as if nothing was kept.
    return null;
  }
};

const keep = (key: string, value: unknown): void => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser without room or storage forgets it with the page.
  }
};

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

export const readSaved = (value: unknown): SavedFilter[] =>
  Array.isArray(value)
    ? value.filter(
        (one): one is SavedFilter =>
          typeof one === 'object' && one !== null && typeof one.name === 'string' && isTexts(one.filters),
      )
    : [];

/** One name stands for one filter: saving it again replaces it. */
export const withSaved = (all: readonly SavedFilter[], added: SavedFilter): SavedFilter[] =>
  [added, ...all.filter(({ name }) => name !== added.name)].slice(0, savedMax);

export function useSavedFilters(list: string, companyId: string) {
  const key = `hudhud.filters.${companyId}.${list}`;
  const [saved, setSaved] = useState(() => readSaved(readKept(key)));
  const change = (next: SavedFilter[]) => {
    setSaved(next);
    keep(key, next);
  };
  return {
    saved,
    save: (name: string, filters: FilterValues) => change(withSaved(saved, { name, filters })),
    forget: (name: string) => change(saved.filter((one) => one.name !== name)),
  };
}

export interface ColumnChoice<Column> {
  readonly all: readonly Column[];
  readonly shown: Column[];
  readonly hidden: ReadonlySet<string>;
  readonly toggle: (accessor: string) => void;
}

interface NamedColumn {
  readonly accessor: PropertyKey;
  readonly title?: ReactNode;
}

/** The column that leads to the details stays: without it a keyboard finds no way in. */
export function useColumnChoice<Column extends NamedColumn>(
  list: string,
  all: readonly Column[],
): ColumnChoice<Column> {
  const key = `hudhud.columns.${list}`;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    const kept = readKept(key);
    return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []);
  });
  // The same as long as nothing about it changes: what stands above moving rows is then not drawn with them.
  const known = useRef(all);
  if (known.current.some(({ title }, index) => title !== all[index]?.title)) known.current = all;
  const columns = known.current;
  return useMemo(
    () => ({
      all: columns,
      hidden,
      shown: columns.filter(({ accessor }) => !hidden.has(String(accessor))),
      toggle: (accessor: string) => {
        const next = new Set(hidden);
        if (!next.delete(accessor)) next.add(accessor);
        setHidden(next);
        keep(key, [...next]);
      },
    }),
    [columns, hidden, key],
  );
}
