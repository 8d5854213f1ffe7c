// What a list shows when it has nothing: why, and what to do next.

import { Center, Stack, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { HoopoeScene, type Scene } from './hoopoe-scene.tsx';

interface EmptyStateProps {
  icon: Icon;
  /** Searching: a filter left nothing. */
  scene?: Scene;
  title: string;
  hint: string;
  children?: ReactNode;
}

export function EmptyState({ icon: Picture, scene = 'resting', title, hint, children }: EmptyStateProps) {
  return (
    <Center py="xl" px="md">
      <Stack align="center" gap="xs" maw={440} ta="center">
        <div className={styles.picture}>
          <HoopoeScene scene={scene} size={104} />
          <span className={styles.topic}>
            <Picture size={16} stroke={1.7} aria-hidden />
          </span>
        </div>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" style={{ textWrap: 'balance' }}>
          {hint}
        </Text>
        {children}
      </Stack>
    </Center>
  );
}
