// Language and colours. The language is remembered with the account, the colours in this browser.

import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, languages } from '../../i18n/i18n.ts';
import { useChooseLanguage } from '../session/use-choose-language.ts';
import { IconMenu, type OpenAtFirst } from './icon-menu.tsx';
import { languageKeys, schemes } from './preferences.ts';

const chosen = <IconCheck size={14} />;

export function LanguageMenu({ isOpenAtFirst }: OpenAtFirst) {
  const { t, i18n } = useTranslation();
  const choose = useChooseLanguage();
  return (
    <IconMenu label={t('language.label')} icon={IconLanguage} isOpenAtFirst={isOpenAtFirst}>
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
    </IconMenu>
  );
}

export function SchemeMenu({ isOpenAtFirst }: OpenAtFirst) {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = schemes.find(({ scheme }) => scheme === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <IconMenu label={t('scheme.label')} icon={Current} isOpenAtFirst={isOpenAtFirst}>
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
    </IconMenu>
  );
}
