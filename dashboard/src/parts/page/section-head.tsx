// The head of a section that has no heading of its own: what it is about, and the button that adds to it.

import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function SectionHead({ subtitle, children }: { subtitle: string; children: ReactNode }) {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" maw={560}>
        {subtitle}
      </Text>
      {children}
    </Group>
  );
}
