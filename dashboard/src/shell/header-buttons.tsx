// The buttons of the header's menus, before one of them is pressed: menus are 37 KB that most visits do not need.

import { ActionIcon, Avatar, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconHelp, IconLanguage } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { schemes } from '../parts/page/preferences.ts';
import { useSession } from '../queries/account.ts';
import type { HeaderMenu } from './header-menus.tsx';

const HeaderMenus = lazy(() => import('./header-menus.tsx'));

export function HeaderButtons() {
  const [pressed, setPressed] = useState<HeaderMenu | null>(null);
  const buttons = <PlainButtons onPress={setPressed} />;
  if (pressed === null) return buttons;
  return (
    <Suspense fallback={buttons}>
      <HeaderMenus first={pressed} />
    </Suspense>
  );
}

function PlainButtons({ onPress }: { onPress: (menu: HeaderMenu) => void }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { colorScheme } = useMantineColorScheme();
  const Scheme = schemes.find(({ scheme }) => scheme === colorScheme)?.icon ?? IconDeviceDesktop;
  const icons = [
    ['help', t('help.label'), IconHelp],
    ['language', t('language.label'), IconLanguage],
    ['scheme', t('scheme.label'), Scheme],
  ] as const;
  return (
    <>
      {icons.map(([menu, label, Picture]) => (
        <ActionIcon
          key={menu}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          aria-haspopup="menu"
          onClick={() => onPress(menu)}
        >
          <Picture size={20} stroke={1.7} />
        </ActionIcon>
      ))}
      <UnstyledButton aria-label={t('company.menu')} aria-haspopup="menu" onClick={() => onPress('company')}>
        <Avatar name={user.name} color="gray" radius="xl" size={34} />
      </UnstyledButton>
    </>
  );
}
