// Templates of the company's senders: the list, one with its history, making and deleting, and reading them again.

import type {
  NewTemplate,
  Template,
  TemplateEdit,
  TemplateHistory,
  TemplateSettings,
  TemplateSyncResult,
} from '@hudhud/contract/templates.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, patch, post, remove } from '../api.ts';
import { type ListFilters, listPages } from './list-pages.ts';
import { mutation } from './mutation.ts';
import { readAll } from './read-all.ts';

const templateKeys = {
  all: ['templates'] as const,
  lists: () => [...templateKeys.all, 'list'] as const,
  sendable: () => [...templateKeys.all, 'sendable'] as const,
  one: (id: string) => [...templateKeys.all, 'one', id] as const,
  settings: () => [...templateKeys.all, 'settings'] as const,
};

const pathOf = (id: string): string => `/templates/${encodeURIComponent(id)}`;

export const templatesQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: [...templateKeys.lists(), filters],
    ...listPages<Template>('/templates', filters),
    placeholderData: keepPreviousData,
  });

/** All that can be sent. */
async function readSendable(signal: AbortSignal): Promise<Template[]> {
  const templates = await readAll<Template>('/templates', signal, { status: 'approved' });
  return templates.toSorted(
    (one, two) => one.name.localeCompare(two.name) || (one.language < two.language ? -1 : 1),
  );
}

export const sendableTemplatesQuery = queryOptions({
  queryKey: templateKeys.sendable(),
  queryFn: ({ signal }) => readSendable(signal),
});

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: templateKeys.one(id),
    queryFn: ({ signal }) => get<Template>(pathOf(id), { signal }),
    // The review ends without asking.
    refetchInterval: ({ state }) => state.data?.status === 'pending' && 3_000,
  });

export const templateHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...templateKeys.one(id), 'history'],
    queryFn: async ({ signal }) => (await get<TemplateHistory>(`${pathOf(id)}/history`, { signal })).data,
    refetchInterval: 10_000,
  });

export const templateSettingsQuery = queryOptions({
  queryKey: templateKeys.settings(),
  queryFn: ({ signal }) => get<TemplateSettings>('/template-settings', { signal }),
});

export const createTemplate = mutation({
  mutationFn: (body: NewTemplate) => post<Template>('/templates', { body }),
  changes: [templateKeys.all],
});

export const editTemplate = mutation({
  mutationFn: ({ id, body }: { id: string; body: TemplateEdit }) => patch<Template>(pathOf(id), { body }),
  changes: [templateKeys.all],
});

export const deleteTemplate = mutation({
  mutationFn: (id: string) => remove(pathOf(id)),
  changes: [templateKeys.all],
});

export const syncTemplates = mutation<TemplateSyncResult>({
  mutationFn: () => post<TemplateSyncResult>('/templates/sync'),
  changes: [templateKeys.all],
});

export const changeTemplateSettings = mutation({
  mutationFn: (body: TemplateSettings) => patch<TemplateSettings>('/template-settings', { body }),
  changes: [templateKeys.settings()],
});
