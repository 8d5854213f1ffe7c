// Alerts: what the bell shows, their history, and which are raised.

import type {
  Alert,
  AlertChannel,
  AlertSettings,
  AlertSettingsChange,
  AlertSummary,
} from '@hudhud/contract/alerts.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, type Page, patch, post } from '../api.ts';
import { type ListFilters, listPages } from './list-pages.ts';
import { mutation } from './mutation.ts';

const alertKeys = {
  all: ['alerts'] as const,
  summary: ['alerts', 'summary'] as const,
  latest: ['alerts', 'latest'] as const,
  list: (filters: ListFilters) => ['alerts', 'list', filters] as const,
  settings: ['alert-settings'] as const,
};

const bellMilliseconds = 30_000;
const latestCount = 20;

export const alertSummaryQuery = queryOptions({
  queryKey: alertKeys.summary,
  queryFn: ({ signal }) => get<AlertSummary>('/alerts/summary', { signal }),
  refetchInterval: bellMilliseconds,
});

/** The alerts that the bell lists when it is opened. */
export const latestAlertsQuery = queryOptions({
  queryKey: alertKeys.latest,
  queryFn: async ({ signal }) =>
    (await get<Page<Alert>>('/alerts', { query: { limit: latestCount }, signal })).data,
});

export const alertsQuery = (filters: ListFilters) =>
  infiniteQueryOptions({ queryKey: alertKeys.list(filters), ...listPages<Alert>('/alerts', filters) });

/** Without ids: all of them. */
export const readAlerts = mutation({
  mutationFn: (ids: readonly string[] | null) =>
    post<AlertSummary>('/alerts/read', { body: ids === null ? {} : { ids } }),
  changes: [alertKeys.all],
  answers: () => alertKeys.summary,
});

export const alertSettingsQuery = queryOptions({
  queryKey: alertKeys.settings,
  queryFn: ({ signal }) => get<AlertSettings>('/alert-settings', { signal }),
});

export const changeAlertSettings = mutation({
  mutationFn: (body: AlertSettingsChange) => patch<AlertSettings>('/alert-settings', { body }),
  changes: [alertKeys.all],
  answers: () => alertKeys.settings,
});

export const testAlerts = mutation({
  mutationFn: (channel: AlertChannel) => post('/alert-settings/test', { body: { channel } }),
  changes: [alertKeys.all],
});
