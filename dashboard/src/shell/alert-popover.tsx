// What the bell shows when it is pressed: the latest alerts, a way to each, and a way to mark them as read.

import { Box, Button, Group, Popover, ScrollArea, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorAlert } from '../parts/error/error-alert.tsx';
import { RouteLink } from '../parts/page/route-link.tsx';
import { AlertLine } from '../parts/state/alert-line.tsx';
import { latestAlertsQuery, readAlerts } from '../queries/alerts.ts';
import { useMe } from '../queries/me.ts';
import { BellButton } from './bell-button.tsx';

export default function AlertPopover({ unread }: { unread: number }) {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure(true);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && close()}
      position="bottom-end"
      width="min(400px, calc(100vw - 24px))"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target popupType="dialog">
        <Box>
          <BellButton unread={unread} isOpen={isOpen} onPress={toggle} />
        </Box>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('bell.title')}>
        {isOpen && <Latest unread={unread} onClose={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Latest({ unread, onClose }: { unread: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { company } = useMe();
  const query = useQuery(latestAlertsQuery);
  const read = useMutation(readAlerts);
  return (
    <>
      <Group justify="space-between" px="md" py="xs" wrap="nowrap">
        <Text fw={650}>{t('bell.title')}</Text>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={unread === 0}
          loading={read.isPending}
          onClick={() => read.mutate(null)}
        >
          {t('bell.read_all')}
        </Button>
      </Group>
      <ScrollArea.Autosize mah="60vh" px="md" type="auto">
        {query.isPending && <Skeleton height={120} my="xs" />}
        {query.isError && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
        {query.data?.length === 0 && (
          <Text size="sm" c="dimmed" py="md">
            {t('bell.empty')}
          </Text>
        )}
        <Stack
          component="ul"
          gap="md"
          py="xs"
          px={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label={t('bell.title')}
        >
          {query.data?.map((alert) => (
            <li key={alert.id}>
              <AlertLine
                alert={alert}
                onFollow={() => {
                  if (!alert.is_read) read.mutate([alert.id]);
                  onClose();
                }}
              />
            </li>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Group px="md" py="xs" style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
        <RouteLink
          to="/companies/$companyId/edit/alerts"
          params={{ companyId: company.id }}
          size="sm"
          onClick={onClose}
        >
          {t('bell.all')}
        </RouteLink>
      </Group>
    </>
  );
}
