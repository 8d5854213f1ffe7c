// Events on their way to the company's webhooks, and sending them again.

import type {
  Delivery,
  DeliveryDetail,
  NewRecovery,
  Recovery,
  RecoveryCount,
} from '@hudhud/contract/deliveries.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, post } from '../api.ts';
import { type ListFilters, listPages } from './list-pages.ts';
import { mutation } from './mutation.ts';
import { resolveTimeRange, type TimeSpan } from './time-range.ts';
import { webhookKeys } from './webhooks.ts';

const deliveryKeys = {
  all: ['deliveries'] as const,
  list: (filters: ListFilters) => [...deliveryKeys.all, 'list', filters] as const,
  one: (id: string) => [...deliveryKeys.all, 'one', id] as const,
  recoveryCount: (webhookId: string, span: TimeSpan) =>
    [...deliveryKeys.all, 'recovery-count', webhookId, span] as const,
};

const pathOf = (id: string): string => `/deliveries/${encodeURIComponent(id)}`;

export const deliveriesQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: deliveryKeys.list(filters),
    ...listPages<Delivery>('/deliveries', filters),
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: deliveryKeys.one(id),
    queryFn: ({ signal }) => get<DeliveryDetail>(pathOf(id), { signal }),
    refetchInterval: (query) => (query.state.data?.state === 'waiting' ? 2_000 : false),
  });

export const resendDelivery = mutation({
  mutationFn: (id: string) => post<Delivery>(`${pathOf(id)}/resend`),
  changes: [deliveryKeys.all],
});

const recoverPath = (webhookId: string): string => `/webhooks/${encodeURIComponent(webhookId)}/recover`;

const recoveryOf = (time: TimeSpan): NewRecovery => ({
  since: resolveTimeRange({ time }, new Date()).since ?? new Date().toISOString(),
});

/** How much would be sent again; nothing is. */
export const recoveryCountQuery = (webhookId: string, span: TimeSpan) =>
  queryOptions({
    queryKey: deliveryKeys.recoveryCount(webhookId, span),
    queryFn: ({ signal }) =>
      post<RecoveryCount>(recoverPath(webhookId), { body: { ...recoveryOf(span), dry_run: true }, signal }),
    staleTime: 0,
  });

export const startRecovery = mutation({
  mutationFn: ({ webhookId, span }: { webhookId: string; span: TimeSpan }) =>
    post<Recovery>(recoverPath(webhookId), { body: recoveryOf(span) }),
  changes: [deliveryKeys.all, webhookKeys.all],
});
