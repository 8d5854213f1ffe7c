// A filter by one of the few things of a kind that the company has, such as its senders; hidden while there is nothing to choose.

import { FilterSelect } from './filter-select.tsx';

interface FilterNamedProps {
  label: string;
  width?: number;
  things: readonly { readonly id: string; readonly name: string }[];
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

export function FilterNamed({ things, value, ...select }: FilterNamedProps) {
  if (things.length < 2 && value === undefined) return null;
  const names = new Map(things.map(({ id, name }) => [id, name]));
  // One from a link may be gone by now.
  if (value !== undefined && !names.has(value)) names.set(value, value);
  return (
    <FilterSelect
      {...select}
      value={value}
      choices={[...names.keys()]}
      nameOf={(id) => names.get(id) ?? id}
    />
  );
}
