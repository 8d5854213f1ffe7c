// mod+K: go to a page, find people, campaigns, templates, texts, guides and what can be done, open anything by its id, find a
// person's messages by phone number, change preferences.

import { useMantineColorScheme } from '@mantine/core';
import '@mantine/spotlight/styles.layer.css';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import {
  IconActivity,
  IconAddressBook,
  IconDeviceMobile,
  IconFilter,
  IconLanguage,
  IconLogout,
  IconMessage,
  IconMessages,
  IconSearch,
  IconSend,
  IconSpeakerphone,
  IconTemplate,
  IconUpload,
  IconUserPlus,
  IconWebhook,
  IconWorldUpload,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../i18n/i18n.ts';
import { languageKeys, schemes } from '../parts/page/preferences.ts';
import { useChooseLanguage } from '../parts/session/use-choose-language.ts';
import { useSignOut } from '../parts/session/use-sign-out.ts';
import { accountPage, navigation } from './navigation.ts';
import { useSearchedActions } from './palette-search.tsx';

const [store, palette] = createSpotlight();

const icon = (Picture: typeof IconSearch) => <Picture size={20} stroke={1.6} />;

/** Opens whenever it is asked for again. */
export default function CommandPalette({ timesAsked }: { timesAsked: number }) {
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again opens it again
  useEffect(() => palette.open(), [timesAsked]);
  const [text, setText] = useState('');
  const pages = usePageActions();
  const doings = useDoingActions();
  const preferences = usePreferenceActions();
  const searched = useSearchedActions(text.trim());
  const found = [...useFoundActions(text.trim()), ...searched];
  useFirstMarked(found);
  return (
    <Spotlight
      store={store}
      query={text}
      onQueryChange={setText}
      actions={[...found, pages, doings, preferences]}
      // Actions made from the text always fit it; the rest is filtered by words.
      filter={(query, groups) => [
        ...found,
        ...matching(query, (groups as SpotlightActionGroupData[]).slice(found.length)),
      ]}
      shortcut={null}
      // A dialog needs a name; this one has no title that is seen.
      attributes={{ content: { 'aria-label': t('palette.placeholder') } }}
      scrollable
      maxHeight={600}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      nothingFound={t('palette.nothing')}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
    />
  );
}

/** Results arrive after the text was typed, when the list has marked nothing: Enter takes the first of them. */
function useFirstMarked(found: readonly SpotlightActionGroupData[]): void {
  const shown = found.flatMap(({ actions }) => actions.map(({ id }) => id)).join(' ');
  useEffect(() => {
    const list = document.getElementById(store.getState().listId);
    if (shown === '' || !list || list.querySelector('[data-selected]')) return;
    list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [shown]);
}

function matching(query: string, groups: SpotlightActionGroupData[]): SpotlightActionGroupData[] {
  const wanted = query.trim().toLocaleLowerCase();
  return groups
    .map(({ group, actions }) => ({
      group,
      actions: actions.filter(({ label }) => label?.toLocaleLowerCase().includes(wanted)),
    }))
    .filter(({ actions }) => actions.length > 0);
}

function usePageActions(): SpotlightActionGroupData {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return {
    group: t('palette.go_to'),
    actions: [...navigation, accountPage].map(({ to, label, icon: Picture }) => ({
      id: to,
      label: t(label),
      leftSection: icon(Picture),
      onClick: () => void navigate({ to }),
    })),
  };
}

/** The common tasks. */
function useDoingActions(): SpotlightActionGroupData {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const doings = [
    ['send', IconSend, () => navigate({ to: '/send' })],
    ['contact', IconUserPlus, () => navigate({ to: '/contacts/new' })],
    ['import', IconUpload, () => navigate({ to: '/contacts/imports/new' })],
    ['campaign', IconSpeakerphone, () => navigate({ to: '/campaigns/new' })],
    ['template', IconTemplate, () => navigate({ to: '/templates/new' })],
    ['webhook', IconWebhook, () => navigate({ to: '/webhooks/new' })],
    ['sender', IconDeviceMobile, () => navigate({ to: '/senders/new' })],
  ] as const;
  return {
    group: t('palette.do'),
    actions: doings.map(([name, Picture, go]) => ({
      id: `do-${name}`,
      label: t(`palette.do_${name}`),
      leftSection: icon(Picture),
      onClick: () => void go(),
    })),
  };
}

function usePreferenceActions(): SpotlightActionGroupData {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const choose = useChooseLanguage();
  const signOut = useSignOut();
  return {
    group: t('palette.preferences'),
    actions: [
      ...schemes.map(({ scheme, icon: Picture }) => ({
        id: scheme,
        label: `${t('scheme.label')}: ${t(`scheme.${scheme}`)}`,
        leftSection: icon(Picture),
        onClick: () => setColorScheme(scheme),
      })),
      ...languageKeys.map((language) => ({
        id: language,
        label: `${t('language.label')}: ${languages[language].name}`,
        leftSection: icon(IconLanguage),
        onClick: () => void choose(language),
      })),
      {
        id: 'sign-out',
        label: t('action.sign_out'),
        leftSection: <IconLogout size={20} stroke={1.6} className="flip" />,
        onClick: signOut,
      },
    ],
  };
}

/** Actions that the text itself names: an id, or a phone number. */
function useFoundActions(text: string): SpotlightActionGroupData[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const actions: SpotlightActionData[] = [];
  const go = useOpenById();
  const open = go(text);
  if (open) {
    actions.push({
      id: text,
      label: t('palette.open_id', { id: `\u2066${text}\u2069` }),
      leftSection: icon(open.icon),
      onClick: open.go,
    });
  }
  if (/^\+?[\d ()-]{7,}$/.test(text)) {
    const phone = `+${text.replaceAll(/\D/g, '')}`;
    actions.push({
      id: phone,
      label: t('palette.messages_with', { phone: `\u2066${phone}\u2069` }),
      leftSection: icon(IconMessages),
      onClick: () => void navigate({ to: '/messages', search: { phone_number: phone } }),
    });
  }
  return actions.length > 0 ? [{ group: t('palette.found'), actions }] : [];
}

/** The page of the thing that an id names, if it names one. */
function useOpenById(): (id: string) => { icon: typeof IconSearch; go: () => void } | null {
  const navigate = useNavigate();
  return (id) => {
    const pages: Record<string, [typeof IconSearch, () => Promise<void>]> = {
      msg: [IconMessage, () => navigate({ to: '/messages/$messageId', params: { messageId: id } })],
      req: [IconActivity, () => navigate({ to: '/event-monitor/$requestId', params: { requestId: id } })],
      call: [IconWorldUpload, () => navigate({ to: '/calls/$callId', params: { callId: id } })],
      dlv: [IconWebhook, () => navigate({ to: '/deliveries/$deliveryId', params: { deliveryId: id } })],
      wh: [IconWebhook, () => navigate({ to: '/webhooks/$webhookId', params: { webhookId: id } })],
      con: [IconAddressBook, () => navigate({ to: '/contacts/$contactId', params: { contactId: id } })],
      cmp: [IconSpeakerphone, () => navigate({ to: '/campaigns/$campaignId', params: { campaignId: id } })],
      seg: [IconFilter, () => navigate({ to: '/contacts/segments/$segmentId', params: { segmentId: id } })],
      imp: [IconUpload, () => navigate({ to: '/contacts/imports/$importId', params: { importId: id } })],
      snd: [IconDeviceMobile, () => navigate({ to: '/senders/$senderId', params: { senderId: id } })],
    };
    const prefix = /^([a-z]+)_/.exec(id)?.[1] ?? '';
    const found = Object.hasOwn(pages, prefix) ? pages[prefix] : undefined;
    return found ? { icon: found[0], go: () => void found[1]() } : null;
  };
}
