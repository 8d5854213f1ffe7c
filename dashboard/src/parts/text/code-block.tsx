// Code or JSON to read and copy, left to right in every language.

import { Box, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';
import { cutJson, prettyJson } from './pretty-json.ts';

interface CodeBlockProps {
  title: string;
  code: string;
  json?: boolean;
}

export function CodeBlock({ title, code, json = false }: CodeBlockProps) {
  const shown = useMemo(() => (json ? prettyJson(code) : code), [json, code]);
  return (
    <Box className={styles.block}>
      <Group justify="space-between" className={styles.head}>
        <Text size="xs" fw={600} c="dimmed">
          {title}
        </Text>
        <CopyButton value={shown} what={title} />
      </Group>
      {/* Long lines scroll; a scrolling region must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <pre className={styles.code} dir="ltr" tabIndex={0}>
        {json ? <Pieces json={shown} /> : shown}
      </pre>
    </Box>
  );
}

function Pieces({ json }: { json: string }) {
  return cutJson(json).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their order
    <span key={index} className={styles[piece.kind]}>
      {piece.text}
    </span>
  ));
}
