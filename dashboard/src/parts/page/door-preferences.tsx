// Language and colours in front of the sign-in. Plain buttons: menus would be a sixth of what the sign-in page loads.

import { ActionIcon, Anchor, Group, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { currentLanguage, languages } from '../../i18n/i18n.ts';
import { useChooseLanguage } from '../session/use-choose-language.ts';
import { languageKeys, schemes } from './preferences.ts';

export function DoorPreferences() {
  const { t, i18n } = useTranslation();
  const choose = useChooseLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const at = schemes.findIndex(({ scheme }) => scheme === colorScheme);
  const { scheme, icon: Current } = schemes[at] ?? schemes[2];
  const next = schemes[(at + 1) % schemes.length] ?? schemes[0];
  return (
    <Group justify="center" gap="md">
      {languageKeys
        .filter((language) => language !== currentLanguage(i18n))
        .map((language) => (
          <Anchor
            key={language}
            component="button"
            type="button"
            size="sm"
            c="dimmed"
            lang={language}
            // A word in another script would load a font for itself.
            ff="system-ui"
            onClick={() => void choose(language)}
          >
            {languages[language].name}
          </Anchor>
        ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${t('scheme.label')}: ${t(`scheme.${scheme}`)}`}
        onClick={() => setColorScheme(next.scheme)}
      >
        <Current size={18} stroke={1.7} />
      </ActionIcon>
    </Group>
  );
}
