// What the palette finds in the company: people, campaigns, templates and guides whose name holds the words, and messages
// whose text does.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import type { Contact } from '@hudhud/contract/contacts.ts';
import type { Message } from '@hudhud/contract/messages.ts';
import type { Template } from '@hudhud/contract/templates.ts';
import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { IconAddressBook, IconBook, IconMessage, IconSpeakerphone, IconTemplate } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { get, type Page } from '../api.ts';
import { needTexts } from '../i18n/i18n.ts';
import { guides } from '../pages/developers/guides.ts';

const charactersMin = 2;
/** What the gateway takes. The beginning of a longer text that was pasted finds it as well. */
const charactersMax = 200;
const eachMax = 5;
/** Campaigns and templates cannot be searched by the gateway; the newest of them are looked through here. */
const newestMax = 100;

interface Found {
  readonly people: readonly Contact[];
  readonly campaigns: readonly Campaign[];
  readonly templates: readonly Template[];
  readonly messages: readonly Message[];
}

const holds = (name: string, words: string): boolean =>
  name.toLocaleLowerCase().includes(words.toLocaleLowerCase());

const foundQuery = (words: string) =>
  queryOptions({
    queryKey: ['palette', words],
    queryFn: async ({ signal }): Promise<Found> => {
      const ask = <Item,>(path: string, query: Record<string, string | number>) =>
        get<Page<Item>>(path, { query, signal }).then(({ data }) => data);
      const [people, campaigns, templates, messages] = await Promise.all([
        ask<Contact>('/contacts', { q: words, limit: eachMax }),
        ask<Campaign>('/campaigns', { limit: newestMax }),
        ask<Template>('/templates', { limit: newestMax }),
        ask<Message>('/messages', { text: words, limit: eachMax }),
      ]);
      return {
        people,
        campaigns: campaigns.filter(({ name }) => holds(name, words)).slice(0, eachMax),
        templates: templates.filter(({ name }) => holds(name, words)).slice(0, eachMax),
        messages,
      };
    },
    enabled: words.length >= charactersMin,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export function useSearchedActions(text: string): SpotlightActionGroupData[] {
  const { t } = useTranslation();
  const [words] = useDebouncedValue(text.slice(0, charactersMax), 150);
  const { data } = useQuery(foundQuery(words));
  const open = useOpeners();
  const guideActions = useGuideActions(text);
  if (text.length < charactersMin) return [];
  const groups = [
    { group: t('nav.contacts'), actions: (data?.people ?? []).map(open.person) },
    { group: t('nav.campaigns'), actions: (data?.campaigns ?? []).map(open.campaign) },
    { group: t('nav.templates'), actions: (data?.templates ?? []).map(open.template) },
    { group: t('nav.messages'), actions: (data?.messages ?? []).map(open.message) },
    { group: t('help.guides'), actions: guideActions },
  ];
  return groups.filter(({ actions }) => actions.length > 0);
}

function useOpeners() {
  const navigate = useNavigate();
  return {
    person: ({ id, name, phone_number }: Contact): SpotlightActionData => ({
      id,
      label: name || (phone_number ?? id),
      ...(name && phone_number && { description: `\u2066${phone_number}\u2069` }),
      leftSection: <IconAddressBook size={20} stroke={1.6} />,
      onClick: () => void navigate({ to: '/contacts/$contactId', params: { contactId: id } }),
    }),
    campaign: ({ id, name }: Campaign): SpotlightActionData => ({
      id,
      label: name,
      leftSection: <IconSpeakerphone size={20} stroke={1.6} />,
      onClick: () => void navigate({ to: '/campaigns/$campaignId', params: { campaignId: id } }),
    }),
    template: ({ id, name }: Template): SpotlightActionData => ({
      id,
      label: name,
      leftSection: <IconTemplate size={20} stroke={1.6} />,
      onClick: () => void navigate({ to: '/templates/$templateId', params: { templateId: id } }),
    }),
    message: ({ id, message, phone_number }: Message): SpotlightActionData => ({
      id,
      label: message,
      description: `\u2066${phone_number}\u2069`,
      leftSection: <IconMessage size={20} stroke={1.6} />,
      onClick: () => void navigate({ to: '/messages/$messageId', params: { messageId: id } }),
    }),
  };
}

function useGuideActions(text: string): SpotlightActionData[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => void needTexts('developers'), []);
  return guides
    .filter((guide) => holds(t(`guide.${guide}`), text))
    .slice(0, eachMax)
    .map((guide) => ({
      id: `guide-${guide}`,
      label: t(`guide.${guide}`),
      leftSection: <IconBook size={20} stroke={1.6} />,
      onClick: () => void navigate({ to: '/developers/guides/$guide', params: { guide } }),
    }));
}
