// A message as a chat shows it: our own on one side, the other person's on the other.

import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './message-bubble.module.css';

export function MessageBubble({ text, isOwn }: { text: ReactNode; isOwn: boolean }) {
  return (
    <Box className={styles.chat}>
      <Box className={styles.bubble} mod={{ own: isOwn }}>
        {/* The words have a direction of their own; the bubble keeps that of the page. */}
        <div dir="auto">{text}</div>
      </Box>
    </Box>
  );
}
