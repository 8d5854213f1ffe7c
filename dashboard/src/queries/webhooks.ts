// The company's webhooks: where events are delivered to, and how those places are doing.

import type {
  CreatedWebhook,
  NewWebhook,
  RotatedSecret,
  Webhook,
  WebhookChange,
  WebhookDetail,
  WebhookTest,
} from '@hudhud/contract/webhooks.ts';
import { queryOptions } from '@tanstack/react-query';
import { get, type Page, patch, post, remove } from '../api.ts';
import { mutation } from './mutation.ts';

export const webhookKeys = {
  all: ['webhooks'] as const,
  list: () => [...webhookKeys.all, 'list'] as const,
  one: (id: string) => [...webhookKeys.all, 'one', id] as const,
};

const pathOf = (id: string): string => `/webhooks/${encodeURIComponent(id)}`;

/** A company has a handful, so they need no paging. */
const webhooksMax = 200;

export const webhooksQuery = queryOptions({
  queryKey: webhookKeys.list(),
  queryFn: async ({ signal }) =>
    (await get<Page<Webhook>>('/webhooks', { query: { limit: webhooksMax }, signal })).data,
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: webhookKeys.one(id),
    queryFn: ({ signal }) => get<WebhookDetail>(pathOf(id), { signal }),
    refetchInterval: 5_000,
  });

export const createWebhook = mutation({
  mutationFn: (body: NewWebhook) => post<CreatedWebhook>('/webhooks', { body }),
  changes: [webhookKeys.list()],
});

export const changeWebhook = mutation({
  mutationFn: ({ id, body }: { id: string; body: WebhookChange }) => patch<Webhook>(pathOf(id), { body }),
  changes: [webhookKeys.all],
});

export const deleteWebhook = mutation({
  mutationFn: (id: string) => remove(pathOf(id)),
  changes: [webhookKeys.list()],
  removes: webhookKeys.one,
});

export const pauseWebhook = mutation({
  mutationFn: (id: string) => post<Webhook>(`${pathOf(id)}/pause`),
  changes: [webhookKeys.all],
});

export const resumeWebhook = mutation({
  mutationFn: (id: string) => post<Webhook>(`${pathOf(id)}/resume`),
  changes: [webhookKeys.all],
});

export const rotateSecret = mutation({
  mutationFn: ({ id, graceSeconds }: { id: string; graceSeconds: number }) =>
    post<RotatedSecret>(`${pathOf(id)}/rotate-secret`, { body: { grace_seconds: graceSeconds } }),
  changes: [webhookKeys.all],
});

export const testWebhook = mutation({
  mutationFn: (id: string) => post<WebhookTest>(`${pathOf(id)}/test`),
  changes: [webhookKeys.all],
});
