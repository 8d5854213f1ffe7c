// How many rows are chosen, and what can be done with them.

import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface ChosenBarProps {
  name: string;
  summary: string;
  onClear: () => void;
  children: ReactNode;
}

export function ChosenBar({ name, summary, onClear, children }: ChosenBarProps) {
  const { t } = useTranslation();
  return (
    <Paper withBorder p="xs" mb="md" bg="var(--hudhud-raised)" role="region" aria-label={name}>
      <Group justify="space-between">
        <Text size="sm" role="status">
          {summary}
        </Text>
        <Group gap="xs">
          <Button variant="subtle" color="gray" size="xs" onClick={onClear}>
            {t('action.clear')}
          </Button>
          {children}
        </Group>
      </Group>
    </Paper>
  );
}
