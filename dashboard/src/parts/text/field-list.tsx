// Names and values, one below the other: the facts about one thing.

import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './field-list.module.css';

export function FieldList({ children }: { children: ReactNode }) {
  return (
    <Box component="dl" className={styles.list}>
      {children}
    </Box>
  );
}

interface FieldProps {
  name: string;
  /** The value below its name, for ids in narrow places. */
  isStacked?: boolean;
  children: ReactNode;
}

export function Field({ name, isStacked = false, children }: FieldProps) {
  return (
    <div className={isStacked ? styles.stacked : styles.field}>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" className={styles.value}>
        {children}
      </Text>
    </div>
  );
}
