// The row of filters above a list. On a phone it folds into one button that counts the filters in use.

import { Button, Collapse, Flex, Group, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconFilter, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { phoneWidth } from './record-table.tsx';

interface FilterBarProps {
  /** How many filters are in use. */
  count: number;
  onClear: () => void;
  children: ReactNode;
}

export function FilterBar({ count, onClear, children }: FilterBarProps) {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false });
  const clear = count > 0 && (
    <Button variant="subtle" color="gray" leftSection={<IconX size={14} />} onClick={onClear}>
      {t('filter.clear_all')}
    </Button>
  );
  if (!isPhone) {
    return (
      <Group mb="md" gap="sm" align="flex-end" role="search" aria-label={t('filter.title')}>
        {children}
        {clear}
      </Group>
    );
  }
  return (
    <Stack mb="md" gap="sm" role="search" aria-label={t('filter.title')}>
      <Group justify="space-between">
        <Button
          variant="default"
          leftSection={<IconFilter size={16} />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {count > 0 ? t('filter.title_used', { used: count }) : t('filter.title')}
        </Button>
        {clear}
      </Group>
      <Collapse expanded={isOpen}>
        <Flex direction="column" gap="sm">
          {children}
        </Flex>
      </Collapse>
    </Stack>
  );
}
