// A list that gets its new rows from a stream while its newest page is on screen, and is polled every few seconds where
// that does not work.

import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Page } from '../../api.ts';
import type { LiveListPath } from '../../queries/follow-list.ts';
import { type ListFilters, refreshWhileNewest } from '../../queries/list-pages.ts';
import type { Live } from './live.ts';
import { useListStream } from './use-list-stream.ts';
import { useLiveRows } from './use-live-rows.ts';

const hasTimeRange = ({ time, since, until }: ListFilters): boolean =>
  time !== undefined || since !== undefined || until !== undefined;

/** `isBusy`: rows must hold still for another reason than that the user points at them. */
export function useLiveList<Item extends { id: string }>(
  path: LiveListPath,
  queryKey: QueryKey,
  filters: ListFilters,
  isBusy = false,
): Live<Item> {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const isLive = chosen ?? !hasTimeRange(filters);
  const { rows, add, release, settle, reset } = useLiveRows<Item>(isHeld || isBusy);

  const keyText = JSON.stringify(queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another filter are no rows of this one
  useEffect(() => reset(), [keyText, reset]);

  const readAgain = useCallback(async () => {
    const key = JSON.parse(keyText) as QueryKey;
    // Pages further back would no longer join on.
    queryClient.setQueryData<InfiniteData<Page<Item>>>(
      key,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    await queryClient.refetchQueries({ queryKey: key, exact: true });
    settle(queryClient.getQueryData<InfiniteData<Page<Item>>>(key)?.pages[0]?.data[0]?.id);
  }, [queryClient, keyText, settle]);

  const canFollow = isLive && !hasTimeRange(filters);
  const onGap = () => void readAgain();
  const state = useListStream<Item>({ path, filters, isOn: canFollow, onRow: add, onGap });
  return {
    isLive,
    setIsLive: setChosen,
    refetchInterval: (query) =>
      isLive && state !== 'open' && state !== 'opening' && refreshWhileNewest(query.state.data),
    stream: { state, rows, hold: setIsHeld, release, readAgain },
  };
}
