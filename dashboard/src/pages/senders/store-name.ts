// The name of a store by its id; the id itself until the names are there.

import { useQuery } from '@tanstack/react-query';
import { storesQuery } from '../../queries/stores.ts';

export function useStoreName(): (id: string) => string {
  const { data } = useQuery(storesQuery);
  return (id) => data?.find((store) => store.id === id)?.name ?? id;
}
