// What a list shows when it has nothing: why, and what to do next.

import { Center, Stack, Text, ThemeIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: Icon;
  title: string;
  hint: string;
  children?: ReactNode;
}

export function EmptyState({ icon: Picture, title, hint, children }: EmptyStateProps) {
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="xs" maw={440} ta="center">
        <ThemeIcon size={44} radius="xl" variant="light" color="gray">
          <Picture size={22} stroke={1.6} />
        </ThemeIcon>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        {children}
      </Stack>
    </Center>
  );
}
