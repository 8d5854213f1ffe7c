// The navigation, and what is left of the trial, which must always be in sight.

import { Box, CloseButton, Group, Stack, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { HoopoeMark } from '../parts/page/hoopoe-mark.tsx';
import { RouteNavLink } from '../parts/page/route-link.tsx';
import { CompanySwitcher } from './company-switcher.tsx';
import { navigation } from './navigation.ts';
import styles from './sidebar.module.css';
import { TrialNotice } from './trial-notice.tsx';

export function Sidebar({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <>
      <Group h={56} px="md" gap="sm" justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <HoopoeMark size={30} />
          <Text fw={650} size="lg">
            {t('title.brand')}
          </Text>
        </Group>
        <CloseButton hiddenFrom="sm" aria-label={t('action.close')} onClick={onClose} />
      </Group>
      <CompanySwitcher />
      <Box flex={1} px="sm" py="xs" mih={0} style={{ overflowY: 'auto' }}>
        <Stack gap={2}>
          {navigation.map(({ to, label, icon: Picture }) => (
            <RouteNavLink
              key={to}
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              // Deliveries are a view of Webhook Logs with an address of its own.
              {...(to === '/calls' && path.startsWith('/deliveries') ? { 'aria-current': 'page' } : {})}
              label={t(label)}
              leftSection={<Picture size={18} stroke={1.7} />}
              className={styles.link as string}
            />
          ))}
        </Stack>
      </Box>
      <TrialNotice />
    </>
  );
}
