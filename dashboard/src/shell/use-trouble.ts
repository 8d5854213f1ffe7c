// Which pages have something that fails, for the dots beside their names.

import type { Overview } from '@hudhud/contract/overview.ts';
import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '../queries/overview.ts';

export type Trouble = 'yellow' | 'red';

/** Where people look is not always where something fails, so every page asks, but seldom. */
const refetchInterval = 30_000;

/** The worst that is true of a page. Paused webhooks were paused on purpose. */
function troubleOf({ senders, webhooks }: Overview): Readonly<Record<string, Trouble>> {
  const worst = (isRed: boolean, isYellow: boolean): Trouble | null =>
    isRed ? 'red' : isYellow ? 'yellow' : null;
  const ofSenders = worst(
    senders.some(({ state }) => state === 'suspended'),
    senders.some(({ state }) => state === 'failing'),
  );
  const ofWebhooks = worst(
    webhooks.some(({ condition }) => condition === 'disabled'),
    webhooks.some(({ condition }) => condition === 'failing'),
  );
  return {
    ...(ofSenders && { '/senders': ofSenders }),
    ...(ofWebhooks && { '/webhooks': ofWebhooks }),
  };
}

export function useTrouble(): Readonly<Record<string, Trouble>> {
  const { data } = useQuery({ ...overviewQuery, refetchInterval });
  return data ? troubleOf(data) : {};
}
