// What the command palette finds in the company by its name or its words, in one answer.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import type { Contact } from '@hudhud/contract/contacts.ts';
import type { Message } from '@hudhud/contract/messages.ts';
import type { Template } from '@hudhud/contract/templates.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, type Page } from '../api.ts';

export const searchCharactersMin = 2;
/** The longest text that the gateway takes. The beginning of a longer pasted text finds it as well. */
export const searchCharactersMax = 200;
export const foundEachMax = 5;
/** Campaigns and templates cannot be searched by the gateway; the newest of them are looked through here. */
const newestMax = 100;

interface Found {
  readonly people: readonly Contact[];
  readonly campaigns: readonly Campaign[];
  readonly templates: readonly Template[];
  readonly messages: readonly Message[];
}

export const holdsWords = (name: string, words: string): boolean =>
  name.toLocaleLowerCase().includes(words.toLocaleLowerCase());

export const foundQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', words] as const,
    queryFn: async ({ signal }): Promise<Found> => {
      const ask = <Item>(path: string, query: Record<string, string | number>) =>
        get<Page<Item>>(path, { query, signal }).then(({ data }) => data);
      const [people, campaigns, templates, messages] = await Promise.all([
        ask<Contact>('/contacts', { q: words, limit: foundEachMax }),
        ask<Campaign>('/campaigns', { limit: newestMax }),
        ask<Template>('/templates', { limit: newestMax }),
        ask<Message>('/messages', { text: words, limit: foundEachMax }),
      ]);
      return {
        people,
        campaigns: campaigns.filter(({ name }) => holdsWords(name, words)).slice(0, foundEachMax),
        templates: templates.filter(({ name }) => holdsWords(name, words)).slice(0, foundEachMax),
        messages,
      };
    },
    enabled: words.length >= searchCharactersMin,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
