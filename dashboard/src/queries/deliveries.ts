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

const pathOf = (id: string): string => `/deliveries/${encodeURIComponent(id)}`;

export const deliveriesQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', 'list', filters],
    ...listPages<Delivery>('/deliveries', filters),
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', 'one', id],
    queryFn: ({ signal }) => get<DeliveryDetail>(pathOf(id), { signal }),
    refetchInterval: (query) => (query.state.data?.state === 'waiting' ? 2_000 : false),
  });

export const resendDelivery = (id: string): Promise<Delivery> => post<Delivery>(`${pathOf(id)}/resend`);

const recoverPath = (webhookId: string): string => `/webhooks/${encodeURIComponent(webhookId)}/recover`;

export const countRecovery = (webhookId: string, body: NewRecovery): Promise<RecoveryCount> =>
  post<RecoveryCount>(recoverPath(webhookId), { body: { ...body, dry_run: true } });

export const startRecovery = (webhookId: string, body: NewRecovery): Promise<Recovery> =>
  post<Recovery>(recoverPath(webhookId), { body });
