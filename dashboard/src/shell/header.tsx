// The tools above every page: search, language, colours, company.

import { ActionIcon, Box, Burger, Button, Group, Kbd, Text } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { HoopoeMark } from '../parts/page/hoopoe-mark.tsx';
import { TrialBadge } from './trial-notice.tsx';

const HeaderMenus = lazy(() => import('./header-menus.tsx'));

/** Of the three menus, so that nothing moves when they come. */
const menusWidth = 122;

export function Header({ onOpenNavigation }: { onOpenNavigation: () => void }) {
  const { t } = useTranslation();
  return (
    <Group h="100%" px={{ base: 'md', sm: 'xl' }} justify="space-between" wrap="nowrap">
      <Group hiddenFrom="sm" gap="sm" wrap="nowrap">
        <Burger size="sm" aria-label={t('nav.open')} onClick={onOpenNavigation} />
        <HoopoeMark size={28} />
        <TrialBadge />
      </Group>
      <SearchButton />
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          hiddenFrom="sm"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('palette.open')}
          onClick={spotlight.open}
        >
          <IconSearch size={18} />
        </ActionIcon>
        <Suspense fallback={<Box w={menusWidth} />}>
          <HeaderMenus />
        </Suspense>
      </Group>
    </Group>
  );
}

function SearchButton() {
  const { t } = useTranslation();
  const os = useOs();
  return (
    <Button
      visibleFrom="sm"
      variant="default"
      w={300}
      fw={400}
      styles={{ label: { flex: 1 } }}
      leftSection={<IconSearch size={16} />}
      rightSection={
        <Kbd size="xs" className="ltr">
          {os === 'macos' ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      }
      onClick={spotlight.open}
    >
      <Text size="sm" c="dimmed">
        {t('palette.open')}
      </Text>
    </Button>
  );
}
