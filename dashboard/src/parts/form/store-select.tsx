// For which of the company's stores something is; it may be for none in particular.

import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { storesQuery } from '../../queries/stores.ts';
import { ClearableSelect } from './clearable-select.tsx';

export function StoreSelect(props: Omit<ComponentProps<typeof ClearableSelect>, 'data'>) {
  const { data: stores = [] } = useQuery(storesQuery);
  return (
    <ClearableSelect
      searchable
      data={stores.map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
    />
  );
}
