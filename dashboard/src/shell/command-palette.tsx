// mod+K: go to a page, open anything by its id, find a person's messages by phone number, change preferences.

import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconActivity,
  IconLanguage,
  IconLogout,
  IconMessage,
  IconMessages,
  IconSearch,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, languages } from '../i18n/i18n.ts';
import { navigation } from './navigation.ts';
import { languageKeys, schemes } from './preference-menus.tsx';
import { useSignOut } from './use-sign-out.ts';

const icon = (Picture: typeof IconSearch) => <Picture size={20} stroke={1.6} />;

export default function CommandPalette() {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const pages = usePageActions();
  const preferences = usePreferenceActions();
  const found = useFoundActions(text.trim());
  return (
    <Spotlight
      query={text}
      onQueryChange={setText}
      actions={[...found, pages, preferences]}
      // What was made from the text always fits it; the rest is filtered by words.
      filter={(query, groups) => [
        ...found,
        ...matching(query, (groups as SpotlightActionGroupData[]).slice(found.length)),
      ]}
      shortcut={null}
      scrollable
      maxHeight={600}
      nothingFound={t('palette.nothing')}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
      }}
    />
  );
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
    actions: navigation.map(({ to, label, icon: Picture }) => ({
      id: to,
      label: t(label),
      leftSection: icon(Picture),
      onClick: () => void navigate({ to }),
    })),
  };
}

function usePreferenceActions(): SpotlightActionGroupData {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
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
        onClick: () => void changeLanguage(language),
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
  if (text.startsWith('msg_')) {
    actions.push({
      id: text,
      label: t('palette.open_message', { id: text }),
      leftSection: icon(IconMessage),
      onClick: () => void navigate({ to: '/messages/$messageId', params: { messageId: text } }),
    });
  }
  if (text.startsWith('req_')) {
    actions.push({
      id: text,
      label: t('palette.open_request', { id: text }),
      leftSection: icon(IconActivity),
      onClick: () => void navigate({ to: '/event-monitor/$requestId', params: { requestId: text } }),
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
