// A card with a heading: the unit every page is made of.

import { Group, Paper, type PaperProps, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PanelProps extends PaperProps {
  title?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, aside, children, ...paper }: PanelProps) {
  return (
    <Paper withBorder p="lg" bg="var(--hudhud-raised)" {...paper}>
      {title !== undefined && (
        <Group justify="space-between" mb="md" gap="sm">
          <Title order={2}>{title}</Title>
          {aside}
        </Group>
      )}
      {children}
    </Paper>
  );
}
