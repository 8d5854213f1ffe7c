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

const pathOf = (id: string): string => `/webhooks/${encodeURIComponent(id)}`;

/** A company has a handful; nobody pages through them. */
const webhooksMax = 200;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: async ({ signal }) =>
    (await get<Page<Webhook>>('/webhooks', { query: { limit: webhooksMax }, signal })).data,
});

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => get<WebhookDetail>(pathOf(id), { signal }),
    refetchInterval: 5_000,
  });

export const createWebhook = (body: NewWebhook): Promise<CreatedWebhook> =>
  post<CreatedWebhook>('/webhooks', { body });

export const changeWebhook = (id: string, body: WebhookChange): Promise<Webhook> =>
  patch<Webhook>(pathOf(id), { body });

export const deleteWebhook = (id: string): Promise<unknown> => remove(pathOf(id));

export const pauseWebhook = (id: string): Promise<Webhook> => post<Webhook>(`${pathOf(id)}/pause`);

export const resumeWebhook = (id: string): Promise<Webhook> => post<Webhook>(`${pathOf(id)}/resume`);

export const rotateSecret = (id: string, graceSeconds: number): Promise<RotatedSecret> =>
  post<RotatedSecret>(`${pathOf(id)}/rotate-secret`, { body: { grace_seconds: graceSeconds } });

export const testWebhook = (id: string): Promise<WebhookTest> => post<WebhookTest>(`${pathOf(id)}/test`);
