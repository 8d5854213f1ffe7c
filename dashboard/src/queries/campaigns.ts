// Campaigns: drafts, steering them, and what became of their people. Asked for again and again while one is under way.

import type { Recipient } from '@hudhud/contract/campaign-recipients.ts';
import type { CampaignStatistics, CampaignStatisticsQuery } from '@hudhud/contract/campaign-statistics.ts';
import type {
  Campaign,
  CampaignChange,
  NewCampaign,
  Preflight,
  RetryCampaign,
  StartCampaign,
} from '@hudhud/contract/campaigns.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, getFile, type Page, patch, post, remove } from '../api.ts';
import { type ListFilters, listPages } from './list-pages.ts';
import { mutation } from './mutation.ts';

const pathOf = (id: string): string => `/campaigns/${encodeURIComponent(id)}`;

const runningMilliseconds = 2_000;
/** Statuses go on coming in after the last message went out. */
const restingMilliseconds = 10_000;

export const campaignKeys = {
  all: ['campaigns'] as const,
  lists: () => [...campaignKeys.all, 'list'] as const,
  one: (id: string) => [...campaignKeys.all, 'one', id] as const,
  statistics: (id: string, by: string) => [...campaignKeys.all, 'statistics', id, by] as const,
  recipients: (id: string, filters: object) => [...campaignKeys.all, 'recipients', id, filters] as const,
  preflight: (id: string) => [...campaignKeys.all, 'preflight', id] as const,
  firstPerson: ({ id, audience }: Campaign) => [...campaignKeys.all, 'first-person', id, audience] as const,
};

/** Whether its numbers move by themselves. */
const isUnderWay = ({ state, finished_at }: Campaign): boolean =>
  state === 'scheduled' ||
  state === 'preparing' ||
  state === 'running' ||
  (state === 'cancelled' && finished_at === null);

const watchMilliseconds = (campaigns: readonly Campaign[]): number =>
  campaigns.some(isUnderWay) ? runningMilliseconds : restingMilliseconds;

export const campaignsQuery = (filters: ListFilters) =>
  infiniteQueryOptions({
    queryKey: [...campaignKeys.lists(), filters],
    ...listPages<Campaign>('/campaigns', filters),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) <= 1 && watchMilliseconds(state.data?.pages[0]?.data ?? []),
  });

export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: campaignKeys.one(id),
    queryFn: ({ signal }) => get<Campaign>(pathOf(id), { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.state !== 'draft' && watchMilliseconds([state.data]),
  });

export const campaignStatisticsQuery = (campaign: Campaign, by: NonNullable<CampaignStatisticsQuery['by']>) =>
  queryOptions({
    queryKey: campaignKeys.statistics(campaign.id, by),
    queryFn: ({ signal }) =>
      get<CampaignStatistics>(`${pathOf(campaign.id)}/statistics`, { query: { by }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: watchMilliseconds([campaign]),
  });

export type RecipientFilters = {
  readonly state?: Recipient['state'] | undefined;
  readonly reason?: string | undefined;
  readonly phone_number?: string | undefined;
};

/** A recipient has no id of its own: its place in the campaign is one. */
export type RecipientRow = Recipient & { readonly id: string };

export const recipientsQuery = (campaign: Campaign, filters: RecipientFilters) => {
  const pages = listPages<Recipient>(`${pathOf(campaign.id)}/recipients`, filters);
  return infiniteQueryOptions({
    ...pages,
    queryKey: campaignKeys.recipients(campaign.id, filters),
    queryFn: async (context): Promise<Page<RecipientRow>> => {
      const page = await pages.queryFn(context);
      return {
        ...page,
        data: page.data.map((recipient) => ({ ...recipient, id: String(recipient.position) })),
      };
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pages.length ?? 0) <= 1 && watchMilliseconds([campaign]),
  });
};

/** One of those whom a campaign meant, for showing what a new one would look like to them. */
export const findRecipient = async (
  id: string,
  state: Recipient['state'] | undefined,
  signal: AbortSignal,
): Promise<Recipient | null> =>
  (await get<Page<Recipient>>(`${pathOf(id)}/recipients`, { query: { state, limit: 1 }, signal })).data[0] ??
  null;

export const exportRecipients = (id: string, filters: RecipientFilters): Promise<Response> =>
  getFile(`${pathOf(id)}/recipients.csv`, { query: { state: filters.state, reason: filters.reason } });

/** Never from memory: it says what would happen now. */
export const preflightQuery = (id: string) =>
  queryOptions({
    queryKey: campaignKeys.preflight(id),
    queryFn: ({ signal }) => post<Preflight>(`${pathOf(id)}/preflight`, { signal }),
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

const answersOne = ({ id }: Campaign) => campaignKeys.one(id);

export const createCampaign = mutation({
  mutationFn: (body: NewCampaign) => post<Campaign>('/campaigns', { body }),
  changes: [campaignKeys.lists()],
  answers: answersOne,
});

export const changeCampaign = mutation({
  mutationFn: ({ id, body }: { id: string; body: CampaignChange }) => patch<Campaign>(pathOf(id), { body }),
  changes: [campaignKeys.lists()],
  answers: answersOne,
});

export const deleteCampaign = mutation({
  mutationFn: (id: string) => remove(pathOf(id)),
  changes: [campaignKeys.lists()],
  removes: campaignKeys.one,
});

export const startCampaign = mutation({
  mutationFn: ({ id, body }: { id: string; body: StartCampaign }) =>
    post<Campaign>(`${pathOf(id)}/start`, { body }),
  changes: [campaignKeys.lists()],
  answers: answersOne,
});

export type CampaignMove = 'pause' | 'resume' | 'cancel' | 'duplicate';

/** A duplicate is a campaign of its own: the answer is that one. */
export const moveCampaign = mutation({
  mutationFn: ({ id, move }: { id: string; move: CampaignMove }) => post<Campaign>(`${pathOf(id)}/${move}`),
  changes: [campaignKeys.all],
  answers: answersOne,
});

export const retryCampaign = mutation({
  mutationFn: ({ id, body }: { id: string; body: RetryCampaign }) =>
    post<Campaign>(`${pathOf(id)}/retry`, { body }),
  changes: [campaignKeys.all],
  answers: answersOne,
});
