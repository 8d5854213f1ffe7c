// What the palette finds in the company: people, campaigns, templates and guides whose name holds the words, and messages
// whose text does.

import type { Campaign } from '@hudhud/contract/campaigns.ts';
import type { Contact } from '@hudhud/contract/contacts.ts';
import type { Message } from '@hudhud/contract/messages.ts';
import type { Template } from '@hudhud/contract/templates.ts';
import { useDebouncedValue } from '@mantine/hooks';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { IconAddressBook, IconBook, IconMessage, IconSpeakerphone, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { needTexts } from '../i18n/i18n.ts';
import { guides } from '../pages/developers/guides.ts';
import {
  foundEachMax,
  foundQuery,
  holdsWords,
  searchCharactersMax,
  searchCharactersMin,
} from '../queries/search.ts';

export function useSearchedActions(text: string): SpotlightActionGroupData[] {
  const { t } = useTranslation();
  const [words] = useDebouncedValue(text.slice(0, searchCharactersMax), 150);
  const { data } = useQuery(foundQuery(words));
  const open = useOpeners();
  const guideActions = useGuideActions(text);
  if (text.length < searchCharactersMin) return [];
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
    .filter((guide) => holdsWords(t(`guide.${guide}`), text))
    .slice(0, foundEachMax)
    .map((guide) => ({
      id: `guide-${guide}`,
      label: t(`guide.${guide}`),
      leftSection: <IconBook size={20} stroke={1.6} />,
      onClick: () => void navigate({ to: '/developers/guides/$guide', params: { guide } }),
    }));
}
