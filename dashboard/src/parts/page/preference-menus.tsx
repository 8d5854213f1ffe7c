// Language and colours. The language is remembered with the account, the colours in this browser.

import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, languages } from '../../i18n/i18n.ts';
import { useChooseLanguage } from '../session/use-choose-language.ts';
import { languageKeys, schemes } from './preferences.ts';

const chosen = <IconCheck size={14} />;

interface MenuProps {
  /** Its button was pressed before it was loaded. */
  isOpenAtFirst: boolean;
}

export function LanguageMenu({ isOpenAtFirst }: MenuProps) {
  const { t, i18n } = useTranslation();
  const choose = useChooseLanguage();
  return (
    <Menu position="bottom-end" defaultOpened={isOpenAtFirst}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('language.label')}>
          <IconLanguage size={20} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languageKeys.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            rightSection={language === currentLanguage(i18n) ? chosen : null}
            onClick={() => void choose(language)}
          >
            {languages[language].name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function SchemeMenu({ isOpenAtFirst }: MenuProps) {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = schemes.find(({ scheme }) => scheme === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <Menu position="bottom-end" defaultOpened={isOpenAtFirst}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('scheme.label')}>
          <Current size={20} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map(({ scheme, icon: Picture }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Picture size={16} />}
            rightSection={scheme === colorScheme ? chosen : null}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`scheme.${scheme}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
