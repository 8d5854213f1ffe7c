// The tools above every page: search, alerts, help, language, colours, company.

import { ActionIcon, Burger, Button, Group, Kbd, Text } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HoopoeMark } from '../parts/page/hoopoe-mark.tsx';
import { AlertBell } from './alert-bell.tsx';
import { HeaderButtons } from './header-buttons.tsx';
import { TrialBadge } from './trial-notice.tsx';

interface HeaderProps {
  onOpenNavigation: () => void;
  onOpenPalette: () => void;
}

export function Header({ onOpenNavigation, onOpenPalette }: HeaderProps) {
  const { t } = useTranslation();
  return (
    <Group h="100%" px={{ base: 'xs', sm: 'xl' }} justify="space-between" wrap="nowrap">
      <Group hiddenFrom="sm" gap={6} wrap="nowrap">
        <Burger size="sm" aria-label={t('nav.open')} onClick={onOpenNavigation} />
        <TrialBadge otherwise={<HoopoeMark size={28} />} />
      </Group>
      <SearchButton onOpen={onOpenPalette} />
      <Group gap={2} wrap="nowrap">
        <ActionIcon
          hiddenFrom="sm"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('palette.open')}
          onClick={onOpenPalette}
        >
          <IconSearch size={18} />
        </ActionIcon>
        <AlertBell />
        <HeaderButtons />
      </Group>
    </Group>
  );
}

function SearchButton({ onOpen }: { onOpen: () => void }) {
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
      onClick={onOpen}
    >
      <Text size="sm" c="dimmed">
        {t('palette.open')}
      </Text>
    </Button>
  );
}
